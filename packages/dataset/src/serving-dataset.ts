import { type ReadPool, readPoolOf, type Sql } from '@plat/db';
import { AppError, type Realm } from '@plat/kit';
import { noteCacheLookup } from '@plat/telemetry';
import { noRowsSql, partitionName, tablesOf } from './ddl.ts';
import { type Box, boxAround, type Point } from './grid.ts';
import { marketSchema, schemaOf } from './realm.ts';
import type { Bounds } from './region-state.ts';
import { ALL_REGIONS, type DatasetTableName } from './tables.ts';

export type Parameter = string | number | string[] | number[] | null;

/** SQL for the rows of a table in some regions, or in all (null), to use after `from` with an alias. */
export type RowsOf = (table: DatasetTableName, regions: readonly string[] | null) => string;

/**
 * One version of the dataset. It is read from its own partitions, which do not change while the version is kept.
 * All statements of a request therefore see the same market, whatever is published meanwhile.
 */
export interface Dataset {
  /**
   * @param text a statement over `rowsOf`, which is prepared.
   * @throws AppError SERVICE_UNAVAILABLE when the version was dropped.
   */
  ask<Row extends object>(text: string, parameters: Parameter[]): Promise<Row[]>;
  rowsOf: RowsOf;
  /** Its regions, with the bounds of their properties; null bounds without properties with coordinates. */
  regions: readonly { name: string; bounds: Bounds | null }[];
  /** The names of the regions that are states: all but ALL, which has the contacts. */
  states: readonly string[];
  /** Identifies a region's build, with a name that no other build ever has; undefined without the region. */
  buildOf(region: string): string | undefined;
  /** Regions with properties that a circle may reach, by their published bounding boxes. */
  regionsTouching(center: Point, radiusMiles: number): string[];
  /** Regions with properties that a box may hold. @param box `west > east` when it crosses the antimeridian */
  regionsWithin(box: Box): string[];
}

/** The dataset for one request: the version that served when the request first asked. */
export type ReadDataset = (signal: AbortSignal) => Promise<Dataset>;

/**
 * @returns a function that starts the reading of one request. The description of a version is cached for later
 * requests.
 */
export function openDatasets(pool: ReadPool, realm: Realm): () => ReadDataset {
  let known: { id: string | null; regions: Promise<ServedRegions> } | null = null;
  const regionsServed = async (): Promise<ServedRegions> => {
    const id = await pool.read((sql) => servingId(sql, realm));
    noteCacheLookup('dataset_regions', known?.id === id);
    if (known?.id !== id) known = { id, regions: pool.read((sql) => readServedRegions(sql, realm)) };
    const asked = known;
    return asked.regions.catch((error: unknown) => {
      if (known === asked) known = null;
      throw error;
    });
  };
  return () => {
    let served: Promise<ServedRegions> | undefined;
    return async (signal) => {
      signal.throwIfAborted();
      served ??= regionsServed();
      return datasetOf(pool, realm, await served, signal);
    };
  };
}

/** The version that serves now, read from the pool. */
export const servingDatasetOf = async (pool: ReadPool, realm: Realm): Promise<Dataset> =>
  datasetOf(pool, realm, await pool.read((sql) => readServedRegions(sql, realm)));

/** The version that serves now. */
export const servingDataset = (sql: Sql, realm: Realm): Promise<Dataset> => servingDatasetOf(readPoolOf(sql), realm);

const UNDEFINED_TABLE = '42P01';

interface ServedRegion {
  /** Suffix of its partitions. */
  build: number;
  /** Instant of the version that it was built for, because a rebuilt dataset reuses build numbers. */
  builtAt: string | null;
  /** Null without properties with coordinates. */
  bounds: Bounds | null;
}

type ServedRegions = ReadonlyMap<string, ServedRegion>;

/** A rebuilt dataset reuses version numbers, so the instant is part of a version's identity. */
async function servingId(sql: Sql, realm: Realm): Promise<string | null> {
  const [latest] = await sql<{ id: string }[]>`
    select version || ' of ' || created_at as id from ${schemaOf(sql, realm)}.version order by version desc limit 1`;
  return latest?.id ?? null;
}

async function readServedRegions(sql: Sql, realm: Realm): Promise<ServedRegions> {
  const schema = schemaOf(sql, realm);
  type Row = { name: string; build: number; builtAt: string | null } & { [Key in keyof Bounds]: number | null };
  const rows = await sql<Row[]>`
    select served.name, served.build::int as build, built.created_at::text as "builtAt",
      region.south, region.north, region.west, region.east
    from (select regions from ${schema}.version order by version desc limit 1) latest
      cross join jsonb_each_text(latest.regions) served (name, build)
      left join ${schema}.version built on built.version = served.build::bigint
      left join ${schema}.region on region.region = served.name
    order by served.name`;
  return new Map(
    rows.map(({ name, build, builtAt, ...bounds }) => [
      name,
      { build, builtAt, bounds: isWhole(bounds) ? bounds : null },
    ]),
  );
}

const isWhole = (bounds: { [Key in keyof Bounds]: number | null }): bounds is Bounds => bounds.south !== null;

/** @param builds suffix of the partitions of each region. */
export const rowsOfBuilds =
  (realm: Realm, builds: ReadonlyMap<string, number>): RowsOf =>
  (table, regions) => {
    const schema = marketSchema(realm);
    const parts = (regions ?? [...builds.keys()]).flatMap((region) => {
      const build = builds.get(region);
      if (build === undefined || !tablesOf(region).includes(table)) return [];
      return `select * from ${schema}.${partitionName(table, region, build)} where region = '${region}'`;
    });
    return `(${parts.length === 0 ? noRowsSql(table) : parts.join(' union all ')})`;
  };

/** After two publications during one request, the partitions of its version are dropped. */
function asReplacedError(cause: unknown): never {
  if ((cause as { code?: unknown } | null)?.code !== UNDEFINED_TABLE) throw cause;
  const headers = { 'retry-after': '1' };
  throw new AppError('SERVICE_UNAVAILABLE', 'The records were replaced meanwhile; try again', { headers, cause });
}

function datasetOf(pool: ReadPool, realm: Realm, served: ServedRegions, signal?: AbortSignal): Dataset {
  const regions = [...served].map(([name, { bounds }]) => ({ name, bounds }));
  const regionsWithin = (box: Box) =>
    regions.filter(({ bounds }) => bounds !== null && overlaps(bounds, box)).map(({ name }) => name);
  return {
    regions,
    states: regions.map(({ name }) => name).filter((name) => name !== ALL_REGIONS),
    ask: async <Row extends object>(text: string, parameters: Parameter[]) => {
      signal?.throwIfAborted();
      return pool.read<Row[]>((sql) => sql.unsafe<Row[]>(text, parameters, { prepare: true })).catch(asReplacedError);
    },
    rowsOf: rowsOfBuilds(realm, new Map([...served].map(([name, { build }]) => [name, build]))),
    buildOf: (region) => {
      const found = served.get(region);
      return found && `${realm} ${found.build} of ${found.builtAt}`;
    },
    regionsTouching: (center, radiusMiles) => regionsWithin(boxAround(center, radiusMiles)),
    regionsWithin,
  };
}

function overlaps(bounds: Bounds, box: Box): boolean {
  if (bounds.south > box.north || bounds.north < box.south) return false;
  const [isWestward, isEastward] = [bounds.west <= box.east, bounds.east >= box.west];
  return box.west <= box.east ? isWestward && isEastward : isWestward || isEastward;
}
