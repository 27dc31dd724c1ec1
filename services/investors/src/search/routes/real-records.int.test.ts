import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { InvestorComp, LinkedDealsRequest } from '@plat/contracts';
import type { TestDatabase } from '@plat/test-kit';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import type { LinkedDeals } from '../../owners/domain/linked-deals.ts';
import { hasRealRecords, realRecords } from '../real-records.fixture.ts';
import { AS_OF } from './buyer-search.fixture.ts';

const SLOW_MS = 120_000;
const BUYERS_ASKED = 60;

describe.skipIf(!hasRealRecords('buyers of real records'))('real records', () => {
  let service: InvestorsUnderTest;
  let database: TestDatabase;

  beforeAll(async () => {
    database = await realRecords();
    service = await investorsUnderTest(null, { beside: { sql: database.sql, databaseUrl: database.url } });
  }, SLOW_MS);
  afterAll(async () => {
    await service?.close();
    await database?.close();
  });

  const linked = async (body: LinkedDealsRequest): Promise<LinkedDeals> => {
    const response = await service.ask('/v1/linked-deals', body);
    expect(response.status).toBe(200);
    return (await response.json()) as LinkedDeals;
  };

  /** The clusters with the most deals in a state, each with every name and one mailing address. */
  const busyBuyers = (region: string) => service.sql<
    { buyer_id: number; names: string[]; mailing: string | null; deal_ids: number[] }[]
  >`
    select b.buyer_id, array_agg(distinct a.name) as names, min(a.mailing_key) as mailing,
      (select array_agg(d.deal_id order by d.deal_id) from market.deal d where d.buyer_id = b.buyer_id
        and not d.extended and d.arms_length <> 'non_arms_length' and d.visible_from <= ${AS_OF}) as deal_ids
    from market.buyer b join market.buyer_alias a using (buyer_id)
    where b.region = ${region} and b.flip_count + b.rental_count > 0
    group by b.buyer_id order by max(b.flip_count + b.rental_count) desc, b.buyer_id limit ${BUYERS_ASKED}`;

  test.each(['PA', 'NH'])(
    'in %s every name of a buyer finds every deal of its cluster, and wide finds no fewer',
    async (state) => {
      const buyers = await busyBuyers(state);
      expect(buyers.length).toBe(BUYERS_ASKED);
      let several = 0;
      for (const { names, deal_ids } of buyers) {
        if (names.length > 1) several += 1;
        for (const name of names) {
          const { metadata, results } = await linked({ search_string: name, search_state: state });
          expect(results.map(({ id }) => id).sort((a, b) => a - b)).toEqual(deal_ids.map(Number));
          expect(metadata.total_deals).toBe(deal_ids.length);
        }
        const wide = await linked({ search_string: names[0] ?? '', search_state: state, strict_matches_only: false });
        expect(wide.results.map(({ id }) => id)).toEqual(expect.arrayContaining(deal_ids.map(Number)));
      }
      expect(several).toBeGreaterThan(0);
    },
    SLOW_MS,
  );

  test.each(['PA', 'NH'])(
    'in %s the mailing address of a buyer finds the deals of its cluster among others',
    async (state) => {
      for (const { mailing, deal_ids } of await busyBuyers(state)) {
        const [line, place] = mailing?.split('|') ?? [];
        if (line === undefined || !/^\d{5}$/.test(place ?? '')) continue;
        const { results } = await linked({ search_string: `${line}, ${place}`, is_entity_name: false });
        expect(results.map(({ id }) => id)).toEqual(expect.arrayContaining(deal_ids.map(Number)));
      }
    },
    SLOW_MS,
  );

  test('comps near a real purchase come nearest first, and ranked when details are sent', async () => {
    const [at] = await service.sql<{ latitude: number; longitude: number }[]>`
      select latitude, longitude from market.deal where region = 'PA' and latitude is not null order by deal_id limit 1`;
    const body = { ...at, lookback_months: 60, property_types: ['SFR', 'MFR', 'CONDO'], limit: 250 };
    const ask = async (more: object): Promise<InvestorComp[]> =>
      (await (await service.ask('/v1/investor-comps', { ...body, ...more })).json()) as InvestorComp[];
    const nearest = await ask({});
    expect(nearest.length).toBeGreaterThan(10);
    const miles = nearest.map(({ miles_from_subject }) => miles_from_subject);
    expect(miles).toEqual([...miles].sort((a, b) => a - b));
    const ranked = await ask({ subject_property_details: { bedrooms: 3, bathrooms: 1, square_feet: 1100 } });
    expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, index) => index + 1));
    for (const { livingsquarefeet } of ranked) expect(livingsquarefeet ?? 1100).toBeWithin(550, 1651);
  });
});
