import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CompSubject,
  type CompsNearQuery,
  type DatasetRow,
  propertiesByIds,
  servingDataset,
  similarSalesStatement,
} from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { type Benchmark, median, percentile, type Result, type Sizes } from './benchmark.ts';
import { GENERATED_COMPS, publishComps } from './generated-comps.ts';
import { AS_OF } from './generated-deals.ts';
import { httpLoadOf } from './http-load.ts';
import { type PrivateServer, startPrivateServer } from './private-server.ts';
import { type StartedPlat, startPlat } from './started-plat.ts';

/** Possible comps for each deal of the same market. */
const SALES_PER_DEAL = 2;
const CLIENTS = [1, 8];
const SECONDS = 8;
const WARM_UP_SECONDS = 8;
const REACH = { radiusMiles: 1, days: 180 };
const WIDEST_REACH = { radiusMiles: 3, days: 365 };
/** The maximum that a caller may ask for, and the time limit of the response. */
const FARTHEST_REACH = { radiusMiles: 25, days: 1825 };
const TIME_LIMIT_MS = 15_000;
const FARTHEST_QUERIES = 40;

interface Market {
  sales: number;
  sql: Sql;
  url: string;
  subjects: DatasetRow<'property'>[];
}

/**
 * Retail comps over HTTP with a key, through the gateway, geo and valuation of a Plat started as operators do,
 * compared with its one statement on comps; and that statement in a market a fraction of the size.
 */
export const retailCompsBenchmark: Benchmark = {
  name: 'retail-comps',
  async run(sizes, tell) {
    const server = await startPrivateServer({ isDurable: false });
    if (server === null) {
      tell('postgresql-15 is not installed: skipping the retail comps benchmark.');
      return [];
    }
    const markets: Market[] = [];
    try {
      const deals = [Math.min(...sizes.growth), Math.max(...sizes.growth)];
      for (const one of deals) {
        tell(`generating ${one * SALES_PER_DEAL} sales`);
        markets.push(await createMarket(server, one * SALES_PER_DEAL, sizes));
      }
      const [small, large] = markets as [Market, Market];
      const bare = await bareMs([small, large], REACH);
      const wide = await bareMs([small, large], WIDEST_REACH);
      return [
        ...(await throughGateway(large, bare[1] as number[], tell)),
        growth('comps within 1 mile and 180 days', markets, bare),
        growth('comps within 3 miles and 365 days', markets, wide),
        await farthest(large),
        await againstJoin(small, tell),
      ];
    } finally {
      for (const market of markets) await market.sql.end({ timeout: 5 });
      await server.stop();
    }
  },
};

async function createMarket(server: PrivateServer, sales: number, { queries }: Sizes): Promise<Market> {
  const name = `comps_${sales}`;
  await server.sql.unsafe(`create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const sql = connect(url.href, { applicationName: 'plat-bench', statementTimeoutMs: 0, maxConnections: 1 });
  await publishComps(sql, sales);
  const ids = await sql<{ property_id: number }[]>`
    select property_id from market.property order by md5(property_id::text) limit ${queries}`;
  const subjects = await propertiesByIds(
    await servingDataset(sql, 'live'),
    ['AZ'],
    ids.map((row) => row.property_id),
  );
  return { sales, sql, url: url.href, subjects };
}

/** Milliseconds of the comps statement, including planning and transfer, for each subject of each market in turn. */
async function bareMs(markets: readonly Market[], reach: typeof REACH, rowsOf = GENERATED_COMPS): Promise<number[][]> {
  const fromDate = new Date(Date.parse(AS_OF) - reach.days * 86_400_000).toISOString().slice(0, 10);
  const query: CompsNearQuery = {
    radiusMiles: reach.radiusMiles,
    fromDate,
    asOf: AS_OF,
    source: 'recorder',
    regions: ['AZ'],
  };
  const times: number[][] = markets.map(() => []);
  const rounds = Math.min(...markets.map(({ subjects }) => subjects.length));
  for (let index = 0; index < rounds; index++) {
    for (const [at, { sql, subjects }] of markets.entries()) {
      const { text, parameters } = similarSalesStatement(rowsOf, subjectOf(subjects[index]!), query, 10);
      await sql.unsafe(text, parameters, { prepare: true });
      const startedMs = performance.now();
      await sql.unsafe(text, parameters, { prepare: true });
      times[at]?.push(performance.now() - startedMs);
    }
  }
  return times;
}

const subjectOf = (property: DatasetRow<'property'>): CompSubject => ({
  propertyId: property.property_id,
  latitude: property.latitude as number,
  longitude: property.longitude as number,
  propertyType: property.property_type,
  buildingKey: null,
  bedrooms: property.bedrooms,
  bathrooms: property.bathrooms,
  livingSquareFeet: property.living_square_feet,
  lotSquareFeet: property.lot_square_feet,
  yearBuilt: property.year_built,
});

async function throughGateway(market: Market, bare: number[], tell: (line: string) => void): Promise<Result[]> {
  const folder = await mkdtemp(join(tmpdir(), 'plat-bench-comps-'));
  try {
    const plat = await startPlat(market.url, folder, ['--as-of', AS_OF]);
    try {
      const bodies = await answeredBodies(market, plat);
      tell(`${bodies.length} of ${market.subjects.length} subjects have comps; ${SECONDS} s of load a figure`);
      const load = await httpLoadOf({ ...plat, path: '/v1/retail-comps', bodies }, folder);
      await load({ clients: Math.max(...CLIENTS), seconds: WARM_UP_SECONDS });
      const results: Result[] = [];
      for (const clients of CLIENTS) {
        const cpuBefore = await plat.cpuMs();
        const { perSecond, p50Ms, p99Ms } = await load({ clients, seconds: SECONDS });
        const cpuMs = ((await plat.cpuMs()) - cpuBefore) / (perSecond * SECONDS);
        results.push({
          what: `retail comps through the gateway, ${count(market.sales)} sales, ${clients} ${clients === 1 ? 'client' : 'clients'}, against its statement on comps`,
          figures: `${p50Ms.toFixed(2)} ms (p99 ${p99Ms.toFixed(2)}), ${count(perSecond)}/s, ${cpuMs.toFixed(2)} ms of CPU each / ${figures(bare)}`,
          ratio: p50Ms / median(bare) / clients,
          goal: { atMost: 10 },
        });
      }
      return results;
    } finally {
      await plat.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Bodies for subjects with enough comps; others would measure how fast a 404 is. */
async function answeredBodies({ subjects }: Market, { url, keys }: StartedPlat): Promise<string[]> {
  const bodies: string[] = [];
  for (const [at, { address }] of subjects.entries()) {
    const body = JSON.stringify({ address });
    const headers = { 'content-type': 'application/json', 'x-api-key': keys[at % keys.length]! };
    const response = await fetch(`${url}/v1/retail-comps`, { method: 'POST', headers, body });
    const text = await response.text();
    if (response.status === 200) bodies.push(body);
    else if (response.status !== 404) throw new Error(`retail comps returned ${response.status}: ${text}`);
  }
  return bodies;
}

async function farthest(market: Market): Promise<Result> {
  const few = { ...market, subjects: market.subjects.slice(0, FARTHEST_QUERIES) };
  const times = (await bareMs([few], FARTHEST_REACH))[0]!;
  return {
    what: `comps within 25 miles and five years, ${count(market.sales)} sales, against the time limit`,
    figures: `${figures(times)} / ${TIME_LIMIT_MS} ms`,
    ratio: percentile(times, 0.99) / TIME_LIMIT_MS,
    goal: { atMost: 0.1 },
  };
}

/**
 * The same search over sales joined to properties by cell, each table in its own order. It shows why comps have a
 * table of their own.
 */
async function againstJoin(market: Market, tell: (line: string) => void): Promise<Result> {
  const { sql } = market;
  tell('the same sales in two tables');
  await sql`create table joined_property as
    select region, property_id, cell, latitude, longitude, property_type, bedrooms, bathrooms, living_square_feet,
      lot_square_feet, year_built, address, city, state, zip, building_key from market.comp_sale order by cell, property_id`;
  await sql`create table joined_sale as
    select property_id, sale_date, superseded_on, price, source, is_flip_resale from market.comp_sale order by property_id, sale_date`;
  await sql`create index on joined_property (cell)`;
  await sql`create index on joined_sale (property_id, sale_date)`;
  await sql`vacuum (freeze, analyze) joined_property`;
  await sql`vacuum (freeze, analyze) joined_sale`;
  const [one, joined] = [
    (await bareMs([market], WIDEST_REACH))[0]!,
    (
      await bareMs([market], WIDEST_REACH, () => '(select * from joined_property join joined_sale using (property_id))')
    )[0]!,
  ];
  return {
    what: 'comps within 3 miles and 365 days, sales joined to properties against one table',
    figures: `${figures(joined)} / ${figures(one)}`,
    ratio: median(joined) / median(one),
    goal: { atLeast: 3 },
  };
}

const growth = (what: string, [small, large]: readonly Market[], [smallMs, largeMs]: readonly number[][]): Result => ({
  what: `${what}, ${count(large!.sales)} sales against ${count(small!.sales)}`,
  figures: `${figures(largeMs!)} / ${figures(smallMs!)}`,
  ratio: median(largeMs!) / median(smallMs!),
  goal: { atMost: 1.3 },
});

const figures = (times: readonly number[]): string =>
  `${median(times).toFixed(2)} ms (p99 ${percentile(times, 0.99).toFixed(2)})`;
const count = (value: number): string => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value);
