import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { OwnerLookup, OwnerLookupResult } from '../../contacts/domain/ports.ts';
import { AS_OF, criteriaWith, exampleBuyer, exampleDeal, examplePorts } from './examples.fixture.ts';
import { rankReachable } from './rank-reachable.ts';

const signal = new AbortController().signal;
const nameOf = (place: number) => `BUYER ${place} LLC`;
const best = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    deal: exampleDeal({
      dealId: place + 1,
      buyer: exampleBuyer({ buyerId: place + 1, name: nameOf(place), nameKey: nameOf(place) }),
    }),
    score: 1 - place / 1000,
  }));
const withNumber = (place: number) => ({
  firstName: 'Ruth',
  lastName: `Ashbrook ${place}`,
  zip: '85003',
  landline: [],
  email: [],
  wireless: [`602555${String(1000 + place)}`],
});

/** Lookups of a provider that knows some owners; `rounds` lists the owners of each request. */
function providerKnowing(knows: (place: number) => boolean | 'fails') {
  const rounds: number[][] = [];
  const lookups: OwnerLookup = {
    lookUp: async (buyers) => {
      const places = buyers.map(({ buyerId }) => buyerId - 1);
      rounds.push(places);
      return places.map((place): OwnerLookupResult => {
        const known = knows(place);
        return { contact: known === true ? withNumber(place) : null, failed: known === 'fails' };
      });
    },
  };
  return { lookups, rounds };
}

const rank = async (count: number, body: object, recorded: (place: number) => boolean, lookups: OwnerLookup | null) => {
  const { buyers } = await rankReachable(
    best(count),
    criteriaWith(body),
    AS_OF,
    examplePorts([], {
      lookups,
      contacts: {
        contactsFor: async (buyers) =>
          new Map(
            buyers.flatMap(({ buyerId, nameKey, mailingKey, mailingState }) =>
              recorded(buyerId - 1) ? [[nameKey!, [{ ...withNumber(buyerId - 1), mailingKey, mailingState }]]] : [],
            ),
          ),
      },
    }),
    signal,
  );
  return buyers;
};
const idsOf = (found: Awaited<ReturnType<typeof rank>>) => found.map(({ deal }) => deal.dealId - 1);

describe('buyers with a phone number', () => {
  test('are looked up as far down as slots are left, and further when some have no number', async () => {
    const { lookups, rounds } = providerKnowing((place) => place !== 1);
    const found = await rank(10, { hide_no_phone: true, limit: 4 }, (place) => place === 0, lookups);
    expect(idsOf(found)).toEqual([0, 2, 3, 4]);
    expect(rounds).toEqual([[1, 2, 3], [4]]);
  });

  test('are no longer looked up after the provider fails', async () => {
    const { lookups, rounds } = providerKnowing(() => 'fails');
    expect(idsOf(await rank(50, { hide_no_phone: true, limit: 2 }, (place) => place === 40, lookups))).toEqual([40]);
    expect(rounds).toHaveLength(1);
  });

  test('are looked up in few rounds, however many have no number', async () => {
    const { lookups, rounds } = providerKnowing(() => false);
    expect(await rank(500, { hide_no_phone: true, limit: 1 }, () => false, lookups)).toEqual([]);
    expect(rounds).toHaveLength(4);
  });

  test('are the best of all with a known number; nobody is looked up twice or needlessly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('recorded', 'provider', 'nobody'), { maxLength: 30 }),
        fc.integer({ min: 1, max: 35 }),
        async (kinds, limit) => {
          const { lookups, rounds } = providerKnowing((place) => kinds[place] === 'provider');
          const body = { hide_no_phone: true, limit };
          const found = idsOf(await rank(kinds.length, body, (place) => kinds[place] === 'recorded', lookups));
          const asked = rounds.flat();
          const reachable = kinds.flatMap((kind, place) =>
            kind === 'recorded' || (kind === 'provider' && asked.includes(place)) ? [place] : [],
          );
          expect(found).toEqual(reachable.slice(0, limit));
          expect(new Set(asked).size).toBe(asked.length);
          expect(asked.every((place) => kinds[place] !== 'recorded')).toBe(true);
          if (rounds.length < 4 && found.length < limit) {
            expect(asked.length).toBe(kinds.filter((kind) => kind !== 'recorded').length);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

test('looks up exactly the shown buyers when numbers do not matter', async () => {
  const { lookups, rounds } = providerKnowing(() => true);
  const found = await rank(10, { limit: 3 }, (place) => place === 1, lookups);
  expect(rounds).toEqual([[0, 2]]);
  expect(found.map(({ contact }) => contact?.wireless.length)).toEqual([1, 1, 1]);
});
