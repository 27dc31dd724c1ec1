import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodeBuyerId, decodePropertyId, encodeBuyerId, encodePropertyId } from './public-ids.ts';

describe('a property id', () => {
  test('decodes to the internal id it was made from', () => {
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

  test('has only one form: decodable text equals the encoding of its internal id', () => {
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

  test.each([-1, 1.5, Number.NaN, 2 ** 53])('cannot be made from %p', (value) => {
    expect(() => encodePropertyId(value)).toThrow(RangeError);
  });
});

test('a buyer id is no property id', () => {
  expect(encodeBuyerId(35)).toBe('buy_z');
  expect(decodeBuyerId('buy_z')).toBe(35);
  expect([decodePropertyId('buy_z'), decodeBuyerId('prp_z')]).toEqual([null, null]);
});
