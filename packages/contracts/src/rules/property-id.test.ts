import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodePropertyId, encodePropertyId } from './property-id.ts';

describe('a property id', () => {
  test('decodes to the internal id that it was made of', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (internalId) => {
        const propertyId = encodePropertyId(internalId);
        expect(propertyId).toMatch(/^prp_[0-9a-z]+$/);
        expect(propertyId.length).toBeLessThanOrEqual(32);
        expect(decodePropertyId(propertyId)).toBe(internalId);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has one form only: text that decodes is what the internal id encodes to', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^prp_[0-9a-zA-Z]{0,14}$/));
    fc.assert(
      fc.property(text, (propertyId) => {
        const internalId = decodePropertyId(propertyId);
        if (internalId !== null) expect(encodePropertyId(internalId)).toBe(propertyId);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    '',
    'prp_',
    'prp_01',
    'prp_A',
    'PRP_a',
    'buy_a',
    ' prp_a',
    'prp_a ',
    'prp_-1',
    'prp_zzzzzzzzzzz',
    'prp_1.5',
  ])('%p is none', (text) => {
    expect(decodePropertyId(text)).toBeNull();
  });

  test.each([-1, 1.5, Number.NaN, 2 ** 53])('cannot be made of %p', (value) => {
    expect(() => encodePropertyId(value)).toThrow(RangeError);
  });
});
