import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { contactCodec } from './contact-codec.ts';

const text = () => fc.option(fc.string());
const texts = () => fc.array(fc.string());
const contact = fc.record({
  firstName: text(),
  lastName: text(),
  zip: text(),
  wireless: texts(),
  landline: texts(),
  email: texts(),
});

test('reads back every contact that it wrote as JSON', () => {
  fc.assert(
    fc.property(contact, (known) => {
      const stored = JSON.parse(JSON.stringify(contactCodec.encode(known)));
      expect(stored.version).toBe(1);
      expect(contactCodec.decode(stored)).toEqual(known);
    }),
  );
});

test('reads a contact that was stored without a version', () => {
  fc.assert(fc.property(contact, (known) => expect(contactCodec.decode(known)).toEqual(known)));
});
