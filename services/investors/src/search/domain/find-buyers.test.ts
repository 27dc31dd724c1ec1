import { describe, expect, test } from 'bun:test';
import type { InvestorDeal } from '@plat/dataset';
import fc from 'fast-check';
import type { OwnerContact } from '../../contacts/domain/choose-contact.ts';
import { AS_OF, criteriaWith, exampleBuyer, exampleDeal, examplePorts } from './examples.fixture.ts';
import { findBuyers } from './find-buyers.ts';
import type { BuyerSearchPorts } from './ports.ts';
import { showBuyers } from './show-buyers.ts';

const signal = new AbortController().signal;
const CHECKED_AT = '2026-06-30T12:00:00.000Z';
const search = (
  deals: readonly InvestorDeal[],
  body: Parameters<typeof criteriaWith>[0] = {},
  changes: Parameters<typeof examplePorts>[1] = {},
  sort: 'rank' | 'distance' = 'rank',
) => searchWith(criteriaWith(body), sort, examplePorts(deals, changes));

async function searchWith(
  criteria: ReturnType<typeof criteriaWith>,
  sort: 'rank' | 'distance',
  ports: BuyerSearchPorts,
) {
  const { buyers } = await findBuyers({ criteria, sort, asOf: AS_OF }, ports, signal);
  return showBuyers(buyers, ports.suppressions, { ...criteria, asOf: AS_OF, checkedAt: CHECKED_AT }, signal);
}

const dealBy = (buyerId: number, changes: Partial<InvestorDeal> = {}) =>
  exampleDeal({
    dealId: 100 + buyerId,
    ...changes,
    buyer: { ...exampleBuyer({ nameKey: `BUYER ${buyerId} LLC` }), ...changes.buyer, buyerId },
  });

const contact: OwnerContact = {
  firstName: 'Ruth',
  lastName: 'Ashbrook',
  zip: '85003',
  wireless: ['6025550101'],
  landline: [],
  email: ['ruth@example.com'],
  mailingKey: null,
  mailingState: 'AZ',
};
const contactsOf = (byName: Record<string, OwnerContact>): Pick<BuyerSearchPorts, 'contacts'> => ({
  contacts: { contactsFor: async () => new Map(Object.entries(byName).map(([name, one]) => [name, [one]])) },
});

const anyDeal = fc.record({
  buyerId: fc.integer({ min: 1, max: 8 }),
  buyerType: fc.constantFrom('flipper' as const, 'landlord' as const),
  distanceMiles: fc.double({ min: 0, max: 2, noNaN: true }),
  eventDate: fc.constantFrom('2026-06-30', '2025-06-30', '2024-07-01'),
  livingSquareFeet: fc.option(fc.integer({ min: 400, max: 4000 }), { nil: null }),
  purchasePrice: fc.option(fc.integer({ min: 50_000, max: 900_000 }), { nil: null }),
});
const manyDeals = fc
  .array(anyDeal, { maxLength: 40 })
  .map((rows) => rows.map(({ buyerId, ...row }, index) => dealBy(buyerId, { ...row, dealId: index + 1 })));

describe('a buyer search', () => {
  test('ranks from 1 without gaps, at most one result per buyer and type, for any deals', async () => {
    await fc.assert(
      fc.asyncProperty(
        manyDeals.chain((deals) =>
          fc.tuple(fc.constant(deals), fc.shuffledSubarray(deals, { minLength: deals.length })),
        ),
        async ([deals, shuffled]) => {
          const items = await search(deals);
          expect(items.map((item) => item.smart_match_rank)).toEqual(items.map((_, index) => index + 1));
          expect(items.length).toBe(new Set(deals.map(({ buyer, buyerType }) => `${buyer.buyerId}/${buyerType}`)).size);
          expect(JSON.stringify(await search(shuffled))).toBe(JSON.stringify(items));
          const flags = items.map((item) => item.smart_match);
          expect(flags.lastIndexOf(true)).toBe(flags.filter(Boolean).length - 1);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('returns all 25 keys, null for those of the other buyer type', async () => {
    const flip = dealBy(1, {
      buyerType: 'flipper',
      saleDate: '2026-06-01',
      salePrice: 420_000,
      purchaseDate: '2026-01-05',
    });
    const [flipper, landlord] = await search([flip, dealBy(2, { distanceMiles: 1.005 })]);
    expect(flipper).toEqual({
      buyer_first_name: null,
      buyer_last_name: null,
      buyer_entity_name: 'OCOTILLO LANTERN HOLDINGS LLC',
      buyer_phone_number: null,
      buyer_email: null,
      address: '12 W Juniper Ave, Phoenix, AZ 85013',
      bedrooms: 3,
      bathrooms: 2,
      livingsquarefeet: 1500,
      lotsquarefeet: 6000,
      propertytype: 'Single Family Residential',
      latitude: 33.5,
      longitude: -112.1,
      miles_from_subject: 0,
      smart_match: true,
      smart_match_rank: 1,
      buyer_type: 'flipper',
      flip_sale_transaction_date: '2026-06-01',
      flip_sale_transaction_price: 420_000,
      flip_purchase_transaction_date: '2026-01-05',
      flip_purchase_transaction_price: 300_000,
      flip_purchase_method: 'cash',
      rental_purchase_transaction_date: null,
      rental_purchase_transaction_price: null,
      rental_purchase_method: null,
    });
    expect(Object.keys(landlord ?? {})).toEqual(Object.keys(flipper ?? {}));
    expect(landlord).toMatchObject({
      miles_from_subject: 1.01,
      flip_sale_transaction_date: null,
      flip_purchase_transaction_price: null,
      rental_purchase_transaction_date: AS_OF,
      rental_purchase_transaction_price: 300_000,
      rental_purchase_method: 'cash',
    });
  });

  test('shows the contact behind the owner name, its number as an integer', async () => {
    const [item] = await search([dealBy(1)], {}, contactsOf({ 'BUYER 1 LLC': contact }));
    expect(item).toMatchObject({
      buyer_first_name: 'Ruth',
      buyer_last_name: 'Ashbrook',
      buyer_phone_number: 6025550101,
      buyer_email: 'ruth@example.com',
    });
  });

  test('takes the name on record without a contact, unless that person asked for deletion', async () => {
    const deals = [dealBy(1, { buyer: exampleBuyer({ isEntity: false, name: 'ASHBROOK RUTH', buyerId: 1 }) })];
    const readPersonName = () => ({ firstName: 'Ruth', lastName: 'Ashbrook' });
    expect(await search(deals, {}, { readPersonName })).toMatchObject([
      { buyer_first_name: 'Ruth', buyer_last_name: 'Ashbrook' },
    ]);
    const entries = [{ kind: 'person' as const, value: 'RUTH ASHBROOK|85003', list: 'deletion' }];
    expect(await search(deals, {}, { readPersonName, entries })).toMatchObject([
      { buyer_first_name: null, buyer_last_name: null, buyer_entity_name: 'ASHBROOK RUTH' },
    ]);
  });

  test('leaves out buyers whose only number is suppressed when asked for phones, and ranks the rest from 1', async () => {
    const deals = [dealBy(1), dealBy(2, { distanceMiles: 0.5 }), dealBy(3, { distanceMiles: 1 })];
    const changes = {
      ...contactsOf({ 'BUYER 1 LLC': contact, 'BUYER 2 LLC': { ...contact, wireless: ['6025550102'] } }),
      entries: [{ kind: 'phone' as const, value: '6025550101', list: 'national_dnc' }],
    };
    const all = await search(deals, {}, changes);
    expect(all.map((item) => [item.buyer_phone_number, item.smart_match_rank])).toEqual([
      [null, 1],
      [6025550102, 2],
      [null, 3],
    ]);
    const withPhone = await search(deals, { hide_no_phone: true }, changes);
    expect(withPhone.map((item) => [item.buyer_phone_number, item.smart_match_rank])).toEqual([[6025550102, 1]]);
  });

  test.each([
    ['is older than 31 days', '2026-05-29'],
    ['was never imported', null],
  ])('withholds every phone when the national snapshot %s', async (_, snapshot) => {
    const ports = examplePorts([dealBy(1)], { ...contactsOf({ 'BUYER 1 LLC': contact }), snapshot });
    const [item] = await searchWith(criteriaWith(), 'rank', ports);
    expect(item).toMatchObject({ buyer_first_name: 'Ruth', buyer_phone_number: null, buyer_email: 'ruth@example.com' });
  });

  test('keeps the best ranks when limited, also when sorted by distance', async () => {
    const far = dealBy(1, { distanceMiles: 1.9, eventDate: AS_OF });
    const near = dealBy(2, {
      distanceMiles: 0.1,
      eventDate: '2024-07-01',
      bedrooms: 9,
      livingSquareFeet: 5000,
      buyer: exampleBuyer({ reliability: 0 }),
    });
    const middle = dealBy(3, { distanceMiles: 0.5 });
    const ranks = async (body: object, sort: 'rank' | 'distance') =>
      (await search([far, near, middle], body, {}, sort)).map((item) => [
        item.smart_match_rank,
        item.miles_from_subject,
      ]);
    expect(await ranks({}, 'rank')).toEqual([
      [1, 0.5],
      [2, 1.9],
      [3, 0.1],
    ]);
    expect(await ranks({}, 'distance')).toEqual([
      [3, 0.1],
      [1, 0.5],
      [2, 1.9],
    ]);
    expect(await ranks({ limit: 2 }, 'distance')).toEqual([
      [1, 0.5],
      [2, 1.9],
    ]);
  });

  test('returns at most 500 buyers and counts smart matches among all found', async () => {
    const deals = Array.from({ length: 620 }, (_, index) => dealBy(index + 1, { distanceMiles: index / 1000 }));
    const items = await search(deals);
    expect(items.length).toBe(500);
    expect(items.filter((item) => item.smart_match).length).toBe(25);
    expect((await search(deals, { limit: 7 })).filter((item) => item.smart_match).length).toBe(7);
  });

  test('returns an empty list when nobody qualifies', async () => {
    expect(await search([])).toEqual([]);
  });
});
