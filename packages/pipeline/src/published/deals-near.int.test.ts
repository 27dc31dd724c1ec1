import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Dataset,
  type DealsNearQuery,
  dealsNear,
  dealsNearStatement,
  ensureMarketSchema,
  milesBetween,
  servingDataset,
} from '@plat/dataset';
import { citusServers, type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { type Given, stateAt, workingTables } from '../import/hand-made-market.fixture.ts';
import { loadPartitions } from '../publish/publish-load.ts';
import { swapIn } from '../publish/publish-swap.ts';

const CENTER = { latitude: 33.45, longitude: -112.07 };
const question: DealsNearQuery = {
  ...CENTER,
  radiusMiles: 2,
  fromDate: '2024-01-01',
  asOf: '2026-01-01',
  dealTypes: ['flip', 'rental'],
  propertyTypes: ['SFR'],
  hideNonArmsLength: true,
  hideInstitutions: true,
};
const flip: Given = {
  ...CENTER,
  property_type: 'SFR',
  deal_type: 'flip',
  event_date: '2025-06-01',
  visible_from: '2025-06-01',
  arms_length: 'valid',
};

const CASES: [name: string, deal: Given, shown: boolean][] = [
  ['a flip in the window', {}, true],
  ['a rental in the window', { deal_type: 'rental' }, true],
  ['on the first day of the window', { event_date: '2024-01-01' }, true],
  ['before the window', { event_date: '2023-12-31' }, false],
  ['on the as-of day', { event_date: '2026-01-01', visible_from: '2026-01-01' }, true],
  ['after the as-of day', { event_date: '2026-01-02', visible_from: '2026-01-02' }, false],
  ['not counting yet', { visible_from: '2026-01-02' }, false],
  ['another property type', { property_type: 'LAND' }, false],
  ["not at arm's length", { arms_length: 'non_arms_length' }, false],
  ['undetermined', { arms_length: 'undetermined' }, true],
  ['extended', { extended: true }, false],
  ['flip of a large owner', { institution: 'large' }, true],
  ['flip of a listed institution', { institution: 'alias' }, false],
  ['flip of an iBuyer', { institution: 'ibuyer' }, false],
  ['rental of a large owner', { deal_type: 'rental', institution: 'large' }, false],
  ['rental of a listed institution', { deal_type: 'rental', institution: 'alias' }, false],
  ['too far', { latitude: CENTER.latitude + 2.1 / 69 }, false],
  ['without coordinates', { latitude: null, longitude: null }, false],
];

describe('deals near a point', () => {
  let db: TestDatabase;
  let dataset: Dataset;
  let folder: string;
  const scattered: Given[] = fc
    .sample(
      fc.record({
        latitude: fc.double({ min: 33.2, max: 33.7, noNaN: true }),
        longitude: fc.double({ min: -112.4, max: -111.7, noNaN: true }),
      }),
      { numRuns: 300, seed: 7 },
    )
    .map((point, index) => ({
      ...flip,
      ...point,
      property_type: 'CONDO',
      deal_id: 1000 + index,
      bedrooms: index % 5,
      purchase_price: index % 3 === 0 ? null : index * 1000,
    }));

  beforeAll(async () => {
    db = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'plat-deals-near-'));
    await ensureMarketSchema(db.sql);
    const deals = CASES.map(([, deal], index) => ({ ...flip, ...deal, deal_id: index + 1 }));
    const duck = await workingTables({ deal: [...deals, ...scattered] }, 'AZ');
    await loadPartitions(db.sql, 'live', duck, 'AZ', 1, { temporaryDirectory: folder });
    await swapIn(db.sql, 'live', { version: 1, kind: 'import', asOf: '2026-01-01', imports: [] }, [
      { region: 'AZ', current: stateAt(1), previous: null },
    ]);
    dataset = await servingDataset(db.sql, 'live');
  });
  afterAll(async () => {
    await db.close();
    await rm(folder, { recursive: true });
  });

  test.each(CASES.map(([name, , shown], index) => [name, shown, index + 1] as const))(
    '%s: shown %p',
    async (_, shown, id) => {
      const found = await dealsNear(dataset, question);
      expect(found.some((deal) => deal.dealId === id)).toBe(shown);
    },
  );

  test('includes what a filter no longer hides', async () => {
    const found = await dealsNear(dataset, {
      ...question,
      hideInstitutions: false,
      hideNonArmsLength: false,
      includeExtended: true,
    });
    const hidden = CASES.flatMap(([name], index) =>
      /institution|iBuyer|large|arm's|extended/.test(name) ? [index + 1] : [],
    );
    expect(hidden.every((id) => found.some((deal) => deal.dealId === id))).toBe(true);
  });

  test('treats a bound too small for the column as 0', async () => {
    const all = await dealsNear(dataset, { ...question, bathrooms: { min: 0 } });
    expect(await dealsNear(dataset, { ...question, bathrooms: { min: 1e-320 } })).toEqual(all);
    expect(await dealsNear(dataset, { ...question, bedrooms: { max: 1e-320 } })).toEqual(
      await dealsNear(dataset, { ...question, bedrooms: { max: 0 } }),
    );
  });

  test('are exactly those within the haversine distance and the bounds', async () => {
    const anywhere = fc.record({
      latitude: fc.double({ min: 33.1, max: 33.8, noNaN: true }),
      longitude: fc.double({ min: -112.5, max: -111.6, noNaN: true }),
      radiusMiles: fc.double({ min: 0.01, max: 10, noNaN: true }),
    });
    for (const circle of fc.sample(anywhere, { numRuns: 40, seed: 11 })) {
      const bounds = { bedrooms: { min: 1, max: 3 }, purchasePrice: { max: 250_000 } };
      const found = await dealsNear(dataset, { ...question, ...circle, propertyTypes: ['CONDO'], ...bounds });
      const expected = scattered.filter((deal) => {
        const { latitude, longitude, bedrooms, purchase_price } = deal as Record<string, number>;
        const inBounds = bedrooms! >= 1 && bedrooms! <= 3 && deal.purchase_price !== null && purchase_price! <= 250_000;
        return inBounds && milesBetween(circle, { latitude: latitude!, longitude: longitude! }) <= circle.radiusMiles;
      });
      expect(found.map((deal) => deal.dealId).sort()).toEqual(expected.map((deal) => deal.deal_id as number).sort());
      for (const deal of found) {
        const point = { latitude: deal.latitude, longitude: deal.longitude };
        expect(deal.distanceMiles).toBeCloseTo(milesBetween(circle, point), 9);
      }
    }
  });

  test('are the nearest under a limit, ties in order of event and id', async () => {
    const everywhere = { ...question, radiusMiles: 10, propertyTypes: ['CONDO'] };
    const all = await dealsNear(dataset, everywhere);
    const inOrder = all.sort((a, b) => a.distanceMiles - b.distanceMiles || a.dealId - b.dealId);
    for (const nearest of [0, 1, 7, 1000]) {
      const found = await dealsNear(dataset, { ...everywhere, nearest });
      expect(found.map((deal) => deal.dealId)).toEqual(inOrder.slice(0, nearest).map((deal) => deal.dealId));
    }
    const here = (await dealsNear(dataset, question)).map((deal) => [deal.eventDate, deal.dealId] as const);
    const younger = here.sort(([a, x], [b, y]) => b.localeCompare(a) || x - y);
    const three = await dealsNear(dataset, { ...question, nearest: 3 });
    expect(three.map((deal) => deal.dealId)).toEqual(younger.slice(0, 3).map(([, id]) => id));
  });

  test('have the types of the table description', async () => {
    const found = await dealsNear(dataset, question);
    const deal = found.find((one) => one.dealId === 1);
    expect(deal).toMatchObject({ eventDate: '2025-06-01', tests: [], dealId: expect.any(Number), extended: false });
  });

  // Under Citus the coordinator does not show the plans of other servers in this form.
  test.skipIf(citusServers() !== null)('read one index of the partitions that the circle touches only', async () => {
    const { text, parameters } = dealsNearStatement(dataset.rowsOf, question, ['AZ']);
    const plan = await db.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`;
      return tx.unsafe<{ 'QUERY PLAN': string }[]>(`explain ${text}`, parameters);
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines.match(/Scan .* on \S+/g)?.filter((scan) => !scan.includes('deal_az_v1'))).toEqual([]);
    expect(lines).toMatch(/Index Cond: \(\(cell = ANY .* \(event_date >= /);
  });

  test('are empty outside every region, with no types, and across the antimeridian', async () => {
    expect(await dealsNear(dataset, { ...question, latitude: -10 })).toEqual([]);
    expect(await dealsNear(dataset, { ...question, dealTypes: [] })).toEqual([]);
    expect(await dealsNear(dataset, { ...question, latitude: 51, longitude: 179.99, radiusMiles: 10 })).toEqual([]);
  });
});
