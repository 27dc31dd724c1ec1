import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { LegacyBuyerResult } from '@plat/contracts';
import { createCounties, servingDataset } from '@plat/dataset';
import type { TestDatabase } from '@plat/test-kit';
import { Value } from '@sinclair/typebox/value';
import { marketContacts, marketSuppressions } from '../../contacts/store/market-contacts.ts';
import { readPersonName } from '../../contacts/store/person-name.ts';
import { marketPorts } from '../../market-ports.ts';
import { hasRealRecords, REAL_RECORDS_AS_OF, realRecords } from '../../search/real-records.fixture.ts';
import { marketProperties } from '../../search/store/market-properties.ts';
import { findLegacyBuyers } from '../domain/find-legacy-buyers.ts';
import { showLegacyBuyers } from '../domain/show-legacy-buyers.ts';
import { marketLegacyDeals } from '../store/market-legacy-deals.ts';
import { marketLegacyRecords } from '../store/market-legacy-records.ts';

const ON_EVERY_ROLL = [
  ...['buyer_address', 'buyer_city', 'buyer_state', 'buyer_zip', 'full_address', 'county', 'fips', 'apn', 'land_use'],
  ...[
    'year_built',
    'assessed_land_value',
    'assessed_improvement_value',
    'estimated_value',
    'sale_date1',
    'buyer_names1',
  ],
];
const SLOW_MS = 180_000;
const { signal } = new AbortController();

describe.skipIf(!hasRealRecords('the earlier API on real records'))('the earlier API on real records', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await realRecords();
  }, SLOW_MS);
  afterAll(() => database?.close());

  /** The buyers around the property of the state's newest deal, as a caller who keeps falsy values sees them. */
  async function buyersIn(region: string, flipperWeight: number): Promise<LegacyBuyerResult[]> {
    const { sql } = database;
    const [at] = await sql<{ property_id: number; latitude: number; longitude: number; event_date: string }[]>`
      select property_id, latitude, longitude, event_date from market.deal
      where region = ${region} and cell is not null and not extended order by event_date desc, deal_id limit 1`;
    const { property_id: propertyId, latitude, longitude, event_date: asOf } = at!;
    const subject = { propertyId, parsedAddress: '', latitude, longitude };
    const suppressions = marketSuppressions(sql, 'live');
    const read = () => servingDataset(sql, 'live');
    const ports = {
      contacts: marketContacts(read),
      suppressions,
      lookups: null,
      readPersonName,
      properties: marketProperties(read),
      legacyDeals: marketLegacyDeals(read),
      propertyRecords: marketLegacyRecords(read),
      records: marketPorts(read, createCounties()).records,
    };
    const question = { criteria: { targetResultCount: 500, flipperWeight }, subject, asOf };
    const found = await findLegacyBuyers(question, ports, signal);
    return showLegacyBuyers(found, suppressions, { asOf, keepFalsy: true }, signal);
  }

  test.each([
    ['PA', 0.5],
    ['PA', 0],
    ['MA', 0.5],
  ] as const)(
    'keeps its contract in %s at weight %p, and fills what the roll records',
    async (region, weight) => {
      const data = await buyersIn(region, weight);
      expect(data.length).toBeGreaterThan(10);
      for (const item of data) expect([...Value.Errors(LegacyBuyerResult, item)]).toEqual([]);
      expect(new Set(data.map(({ buyer_id }) => buyer_id)).size).toBe(data.length);
      const filled = Object.keys(LegacyBuyerResult.properties).map((field) => {
        const known = data.filter((item) => item[field as keyof LegacyBuyerResult] !== null).length;
        return [field, Math.round((100 * known) / data.length)] as const;
      });
      const share = Object.fromEntries(filled);
      console.log(region, weight, data.length, 'per cent filled:', JSON.stringify(share));
      for (const field of ON_EVERY_ROLL) expect(share[field]).toBeGreaterThanOrEqual(95);
    },
    SLOW_MS,
  );

  test(
    'returns the latest two sales of every deal; a flip has its resale and its purchase',
    async () => {
      type Deal = { region: string; dealId: number; propertyId: number; purchase: string; resale: string | null };
      const deals = await database.sql<Deal[]>`
        select region, deal_id as "dealId", property_id as "propertyId", purchase_date as purchase, sale_date as resale
        from market.deal where region = 'NH' and not extended and arms_length <> 'non_arms_length'`;
      const records = await marketLegacyRecords(() => servingDataset(database.sql, 'live')).recordsOf(
        deals as never,
        REAL_RECORDS_AS_OF,
        signal,
      );
      expect(records.size).toBe(deals.length);
      let flips = 0;
      for (const { dealId, purchase, resale } of deals) {
        const { latestSale, formerSale } = records.get(dealId)!;
        expect(latestSale!.date >= (resale ?? purchase)).toBe(true);
        if (formerSale !== null) expect(latestSale!.date >= formerSale.date).toBe(true);
        if (resale === null || latestSale!.date !== resale) continue;
        expect(formerSale?.date).toBe(purchase);
        flips += 1;
      }
      expect(flips).toBeGreaterThan(20);
      const withHistory = [...records.values()].filter(({ formerSale }) => formerSale !== null).length;
      console.log('NH', { deals: deals.length, flipsNotSoldSince: flips, withHistory });
    },
    SLOW_MS,
  );
});
