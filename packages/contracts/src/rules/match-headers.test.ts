import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { matchHeaders } from './match-headers.ts';

describe('the headers of a matched subject', () => {
  test('name the address, the property and the level', () => {
    expect(matchHeaders({ level: 'exact', address: '12 Main St, Phoenix, AZ 85013', propertyId: 35 })).toEqual({
      'x-match-level': 'exact',
      'x-subject-address': '12 Main St, Phoenix, AZ 85013',
      'x-subject-property-id': 'prp_z',
    });
  });

  test('leave out unknown values', () => {
    expect(matchHeaders({ level: 'coordinates', address: null, propertyId: null })).toEqual({
      'x-match-level': 'coordinates',
    });
  });

  test('percent-encode characters beyond ASCII, and the percent sign', () => {
    const { 'x-subject-address': address } = matchHeaders({
      level: 'geocoded',
      address: '1 Cañon Rd 50% “A”',
      propertyId: null,
    });
    expect(address).toBe('1 Ca%C3%B1on Rd 50%25 %E2%80%9CA%E2%80%9D');
  });

  test('always fit into a header and decode to the address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (address) => {
        const headers = matchHeaders({ level: 'exact', address, propertyId: null });
        const value = headers['x-subject-address'] ?? '';
        expect(value).toMatch(/^[\x20-\x7e]*$/);
        expect(decodeURIComponent(value)).toBe(address.toWellFormed());
      }),
      { numRuns: 500 },
    );
  });
});
