import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { LegacyFoundBuyer } from './legacy-found-buyer.ts';
import { legacyFoundBuyerCodec } from './legacy-found-buyer-codec.ts';

const scalar = () => fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
const facts = fc
  .tuple(fc.dictionary(fc.stringMatching(/^[a-z_]{1,20}$/), scalar()), fc.integer())
  .map(([fields, id]) => ({ ...fields, buyer_id: id }) as unknown as LegacyFoundBuyer['facts']);
const contact = fc.option(
  fc.record({
    firstName: fc.option(fc.string()),
    lastName: fc.option(fc.string()),
    zip: fc.option(fc.string()),
    wireless: fc.array(fc.string()),
    landline: fc.array(fc.string()),
    email: fc.array(fc.string()),
  }),
);

test('reads a buyer that was stored without a version', () => {
  const stored = { facts: { buyer_id: 71, buyer_type: 'flipper', cash_buyer: false, fips: null }, contact: null };
  expect(legacyFoundBuyerCodec.decode(structuredClone(stored))).toEqual(stored as never);
});

test('reads back every buyer that it wrote as JSON', () => {
  fc.assert(
    fc.property(fc.record({ facts, contact }), (found) => {
      const stored = JSON.parse(JSON.stringify(legacyFoundBuyerCodec.encode(found)));
      expect(stored.version).toBe(1);
      expect(legacyFoundBuyerCodec.decode(stored)).toEqual(JSON.parse(JSON.stringify(found)));
    }),
  );
});
