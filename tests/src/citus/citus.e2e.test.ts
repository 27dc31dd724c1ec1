import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { dealsNear, propertiesByIds, regionNodes, servingDataset } from '@plat/dataset';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import { connect, type Sql } from '@plat/db';
import { type CitusServers, citusIsInstalled, distributeDatabase, startCitusServers } from '@plat/db/citus-servers';
import { testDatabase } from '@plat/test-kit';

const ROOT = join(import.meta.dir, '..', '..', '..');
const SLOW_MS = 300_000;
/** Tests of publishing and of queries, which pass on one server too: the answers are the same. */
const SHARED = [
  ...['queries', 'deals-near', 'comps-near', 'market-summary', 'nearest-county', 'regions-of-queries', 'accuracy'].map(
    (name) => `packages/pipeline/src/published/${name}.int.test.ts`,
  ),
  'packages/pipeline/src/publish/buyer-ids.int.test.ts',
];
/** Further ones for `bun run test:long citus`. */
const LONG = [
  ...['counties', 'map-tiles', 'comp-subject', 'serving-dataset'].map(
    (name) => `packages/pipeline/src/published/${name}.int.test.ts`,
  ),
  ...['versions', 'remove'].map((name) => `packages/pipeline/src/publish/${name}.int.test.ts`),
];
const FILES = process.env.PLAT_CITUS_LONG === undefined ? SHARED : [...SHARED, ...LONG];

/** On the line between two states, and how far each deal is from it in degrees of latitude. */
const LINE = { latitude: 39.72, longitude: -80.52 };
const dealsOf = (region: string, sign: number) =>
  [1, 2, 3].map((at) => ({
    region,
    deal_id: at + (sign > 0 ? 0 : 10),
    property_id: at + (sign > 0 ? 0 : 10),
    buyer_id: at,
    deal_type: 'flip',
    property_type: 'SFR',
    arms_length: 'arms_length',
    event_date: '2026-03-01',
    visible_from: '2026-03-01',
    latitude: LINE.latitude + sign * 0.004 * at,
    longitude: LINE.longitude,
  }));
const MARKET = {
  property: ['PA', 'WV'].map((region, at) => ({ region, property_id: at + 1, parcel_id: `${region}-1` })),
  deal: [...dealsOf('PA', 1), ...dealsOf('WV', -1)],
};
const NEAR = {
  ...LINE,
  radiusMiles: 2,
  fromDate: '2025-06-30',
  asOf: '2026-06-30',
  dealTypes: ['flip'] as const,
  propertyTypes: ['SFR'],
  hideNonArmsLength: true,
  hideInstitutions: true,
};

if (!citusIsInstalled()) console.log('skipped: PostgreSQL 15 with Citus is not installed');

describe.skipIf(!citusIsInstalled())('the market on several servers', () => {
  let citus: CitusServers;
  let sql: Sql;
  beforeAll(async () => {
    citus = await startCitusServers();
    sql = connect(
      await distributeDatabase(
        citus.servers.map(({ url }) => url),
        'plat_states',
      ),
      {
        applicationName: 'test',
        maxConnections: 4,
      },
    );
    await serveHandMadeMarket(sql, MARKET);
  }, SLOW_MS);
  afterAll(async () => {
    await sql?.end({ timeout: 0 });
    await citus?.close();
  }, SLOW_MS);

  test('spreads the states, and answers across a state line as one server does', async () => {
    const states = (await regionNodes(sql)).map(({ regions }) => regions.map(({ region }) => region));
    expect(states.filter((one) => one.includes('PA') && one.includes('WV'))).toEqual([]);
    const one = await testDatabase();
    try {
      await serveHandMadeMarket(one.sql, MARKET);
      for (const question of [NEAR, { ...NEAR, nearest: 4 }]) {
        const [here, there] = await Promise.all([
          servingDataset(sql, 'live').then((dataset) => dealsNear(dataset, question)),
          servingDataset(one.sql, 'live').then((dataset) => dealsNear(dataset, question)),
        ]);
        expect(here.length).toBe('nearest' in question ? 4 : 6);
        const inOrder = (rows: typeof here) =>
          'nearest' in question ? rows : rows.toSorted((a, b) => a.dealId - b.dealId);
        expect(JSON.stringify(inOrder(here))).toBe(JSON.stringify(inOrder(there)));
      }
    } finally {
      await one.close();
    }
  });

  test('of which one dies answers for the other states, and for all once it is back', async () => {
    const dataset = await servingDataset(sql, 'live');
    const nodes = await regionNodes(sql);
    const holder = nodes.find(({ regions }) => regions.some(({ region }) => region === 'WV'))!;
    const worker = citus.servers.find(({ port }) => port === holder.port)!;
    const asked = (region: string, id: number) => propertiesByIds(dataset, [region], [id]);
    expect(await asked('WV', 2)).toHaveLength(1);
    await worker.crash();
    await expect(asked('WV', 2)).rejects.toThrow(/connection|terminat/);
    expect(await asked('PA', 1)).toHaveLength(1);
    await expect(sql`update market.region set changed_in = 1`.execute()).rejects.toThrow();
    await worker.start();
    expect(await asked('WV', 2)).toHaveLength(1);
    expect(await sql`update market.region set changed_in = 1`).toHaveProperty('count', 4);
  });

  test.each(FILES)(
    'passes %s',
    async (file) => {
      const servers = citus.servers.map(({ url }) => url).join(',');
      const child = Bun.spawn([process.execPath, 'test', '--timeout', String(SLOW_MS), `./${file}`], {
        cwd: ROOT,
        env: { ...process.env, TEST_CITUS_SERVERS: servers },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [code, output] = await Promise.all([child.exited, new Response(child.stderr).text()]);
      if (code !== 0) console.error(output);
      expect(code).toBe(0);
    },
    SLOW_MS,
  );
});
