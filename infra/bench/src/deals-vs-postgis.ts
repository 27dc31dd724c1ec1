import { DATASET_TABLES, dealsNearStatement } from '@plat/dataset';
import { type Benchmark, executionMs, median, type Result } from './benchmark.ts';
import { generateDeals } from './generated-deals.ts';
import { defaultQuery, GENERATED_ROWS, publishGenerated, subjectPoints } from './generated-market.ts';
import { type PrivateServer, startPrivateServer } from './private-server.ts';

const DEALS_PER_TOWN = 30_000;
const METERS_PER_MILE = 1609.344;
const COLUMNS = Object.keys(DATASET_TABLES.deal.columns).join(', ');

type Side = 'plat' | 'clustered' | 'asInserted';

/** The same query in PostGIS: distances on a sphere with the radius that Plat uses. */
function postgisStatement(table: string, point: { latitude: number; longitude: number }, radiusMiles: number) {
  const query = defaultQuery(radiusMiles);
  const here = 'st_setsrid(st_makepoint($2::float8, $1::float8), 4326)::geography';
  const text = `select ${COLUMNS}, st_distance(place, ${here}, false) / ${METERS_PER_MILE} as distance_miles from ${table}
    where st_dwithin(place, ${here}, $3::float8, false) and event_date between $4::date and $5::date
      and visible_from <= $5::date and deal_type = any($6::text[]) and property_type = any($7::text[])
      and arms_length <> 'non_arms_length' and (institution is null or deal_type = 'flip' and institution = 'large')
      and not extended`;
  const filters = [query.fromDate, query.asOf, [...query.dealTypes], [...query.propertyTypes]];
  return { text, parameters: [point.latitude, point.longitude, radiusMiles * METERS_PER_MILE, ...filters] };
}

async function loadPostgis(sql: PrivateServer['sql']): Promise<void> {
  await sql`create extension postgis`;
  await sql`create table as_inserted as
    select *, st_setsrid(st_makepoint(longitude, latitude), 4326)::geography as place from generated`;
  await sql`create index on as_inserted using gist (place)`;
  await sql`create table clustered as select * from as_inserted`;
  await sql`create index clustered_place on clustered using gist (place)`;
  await sql`cluster clustered using clustered_place`;
  await sql`vacuum (freeze, analyze) as_inserted`;
  await sql`vacuum (freeze, analyze) clustered`;
}

async function measure(sql: PrivateServer['sql'], queries: number, radiusMiles: number) {
  const execution: Record<Side, number[]> = { plat: [], clustered: [], asInserted: [] };
  const found: Record<Side, number[]> = { plat: [], clustered: [], asInserted: [] };
  const answer: Record<Side, number[]> = { plat: [], clustered: [], asInserted: [] };
  for (const point of await subjectPoints(sql, queries)) {
    const statements = {
      plat: dealsNearStatement(GENERATED_ROWS, { ...point, ...defaultQuery(radiusMiles) }, ['TX']),
      clustered: postgisStatement('clustered', point, radiusMiles),
      asInserted: postgisStatement('as_inserted', point, radiusMiles),
    };
    for (const side of Object.keys(statements) as Side[]) {
      const { text, parameters } = statements[side];
      await sql.unsafe(text, parameters as never[], { prepare: true });
      const started = performance.now();
      const rows = await sql.unsafe(text, parameters as never[], { prepare: true });
      answer[side].push(performance.now() - started);
      found[side].push(rows.length);
      execution[side].push(await executionMs(sql, text, parameters));
    }
  }
  const differing = found.plat.filter((count, index) => count !== found.clustered[index]).length;
  if (differing > 0) throw new Error(`${differing} of ${queries} searches found other deals in PostGIS than in Plat`);
  return { execution, answer, rows: median(found.plat) };
}

export const dealsVsPostgis: Benchmark = {
  name: 'postgis',
  async run(sizes, tell) {
    const server = await startPrivateServer({ isDurable: false });
    if (server === null || !server.hasPostgis) {
      await server?.stop();
      tell('PostGIS is not installed (postgresql-15 and postgresql-15-postgis-3): skipping its comparison.');
      return [];
    }
    try {
      const { sql } = server;
      tell(`generating ${sizes.deals} deals for both sides`);
      await sql.unsafe(`create unlogged table generated (${dealColumns()})`);
      await generateDeals(sql, 'generated', { deals: sizes.deals, towns: Math.ceil(sizes.deals / DEALS_PER_TOWN) });
      await publishGenerated(sql, 'generated');
      await loadPostgis(sql);
      const results: Result[] = [];
      for (const radiusMiles of [2, 10]) {
        tell(`${sizes.queries} subject points at ${radiusMiles} miles, three tables in turn`);
        const { execution, answer, rows } = await measure(sql, sizes.queries, radiusMiles);
        const plat = median(execution.plat);
        tell(
          `  whole results in the client, ${rows} rows: Plat ${ms(median(answer.plat))}, ` +
            `clustered ${ms(median(answer.clustered))}, as inserted ${ms(median(answer.asInserted))}`,
        );
        const line = (side: Side, label: string, atLeast: number): Result => ({
          what: `buyer search against PostGIS, ${radiusMiles} miles, ${label}`,
          figures: `${ms(median(execution[side]))} / ${ms(plat)}, ${rows} rows`,
          ratio: median(execution[side]) / plat,
          goal: { atLeast },
        });
        results.push(line('clustered', 'its rows clustered on its index', 3));
        results.push(line('asInserted', 'rows in insertion order', radiusMiles === 2 ? 8 : 3));
      }
      return results;
    } finally {
      await server.stop();
    }
  },
};

const ms = (value: number): string => `${value.toFixed(2)} ms`;

const dealColumns = (): string =>
  Object.entries(DATASET_TABLES.deal.columns)
    .map(([name, { type }]) => `${name} ${type}`)
    .join(', ');
