import { describe, expect, test } from 'bun:test';
import { BUYER_TYPES, PROPERTY_TYPES } from '@plat/contracts';
import fc from 'fast-check';
import type { FoundBuyer } from './found-buyer.ts';
import { foundBuyerCodec } from './found-buyer-codec.ts';

/** The form in `search_results.buyers` and `crm_deal_buyers.found` before versions existed. */
const WITHOUT_VERSION = {
  deal: {
    dealId: 71,
    buyerType: 'landlord',
    distanceMiles: 0.25,
    eventDate: '2026-05-30',
    address: '12 W Juniper Ave, Phoenix, AZ 85013',
    propertyType: 'SFR',
    bedrooms: 3,
    bathrooms: 1.5,
    livingSquareFeet: 1500,
    lotSquareFeet: null,
    latitude: 33.5,
    longitude: -112.1,
    purchaseDate: '2026-05-30',
    purchasePrice: 300000,
    saleDate: null,
    salePrice: null,
    estimatedValue: 375000,
    purchaseMethod: 'cash',
    buyer: {
      buyerId: 9,
      name: 'OCOTILLO LANTERN HOLDINGS LLC',
      nameKey: 'OCOTILLO LANTERN HOLDINGS LLC',
      isEntity: true,
      mailingKey: '9 E ALMERIA RD|85003',
      mailingZip: '85003',
      mailingState: 'AZ',
      reliability: 1,
    },
  },
  // Contacts of the dataset were stored with the mailing address of their owner.
  contact: {
    firstName: 'Ruth',
    lastName: 'Ashbrook',
    zip: '85003',
    wireless: ['6025550142'],
    landline: [],
    email: ['ruth@example.com'],
    mailingKey: '9 E ALMERIA RD|85003',
    mailingState: 'AZ',
  },
  lookupFailed: false,
  rank: 1,
  smartMatch: true,
};

const text = () => fc.option(fc.string());
const number = () => fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0));
const day = () => fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
const buyer = fc.record<FoundBuyer>({
  deal: fc.record<FoundBuyer['deal']>({
    dealId: fc.maxSafeNat(),
    buyerType: fc.constantFrom(...BUYER_TYPES),
    distanceMiles: fc.double({ min: 0, max: 50, noNaN: true }),
    eventDate: day(),
    address: text(),
    propertyType: fc.constantFrom(...PROPERTY_TYPES),
    bedrooms: number(),
    bathrooms: number(),
    livingSquareFeet: number(),
    lotSquareFeet: number(),
    latitude: fc.double({ min: -90, max: 90, noNaN: true }).map((value) => value || 0),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }).map((value) => value || 0),
    purchaseDate: day(),
    estimatedValue: number(),
    purchasePrice: number(),
    purchaseMethod: text(),
    saleDate: fc.option(day()),
    salePrice: number(),
    buyer: fc.record({
      buyerId: fc.maxSafeNat(),
      name: text(),
      nameKey: text(),
      isEntity: fc.boolean(),
      mailingKey: text(),
      mailingZip: text(),
      mailingState: text(),
      reliability: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
  }),
  contact: fc.option(
    fc.record({
      firstName: text(),
      lastName: text(),
      zip: text(),
      wireless: fc.array(fc.string()),
      landline: fc.array(fc.string()),
      email: fc.array(fc.string()),
    }),
  ),
  lookupFailed: fc.boolean(),
  rank: fc.integer({ min: 1 }),
  smartMatch: fc.boolean(),
});

describe('stored found buyers', () => {
  test('reads a buyer that was stored without a version', () => {
    expect(foundBuyerCodec.decode(structuredClone(WITHOUT_VERSION))).toEqual(WITHOUT_VERSION as never);
  });

  test('reads back every buyer that it wrote as JSON', () => {
    fc.assert(
      fc.property(buyer, (found) => {
        const stored = JSON.parse(JSON.stringify(foundBuyerCodec.encode(found)));
        expect(stored.version).toBe(1);
        // JSON has no negative zero.
        expect(foundBuyerCodec.decode(stored)).toEqual(JSON.parse(JSON.stringify(found)));
      }),
    );
  });

  test('leaves the fields where an older release reads them', () => {
    const found = foundBuyerCodec.decode(WITHOUT_VERSION);
    const { version, ...fields } = foundBuyerCodec.encode(found);
    expect(fields).toEqual(WITHOUT_VERSION as never);
    expect(version).toBe(1);
  });

  test('rejects a buyer without a deal', () => {
    const { deal: _, ...rest } = WITHOUT_VERSION;
    expect(() => foundBuyerCodec.decode(rest)).toThrow('could not read a stored found buyer of version 0: /deal');
  });
});
