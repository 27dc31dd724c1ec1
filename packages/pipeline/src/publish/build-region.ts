import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Bounds, RegionCounts, RegionImport, RegionState } from '@plat/dataset';
import { ALL_REGIONS, ON_MARKET, tablesOf } from '@plat/dataset';
import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { createDuck } from '../create-duck.ts';
import { type FactsStore, factPaths, removedCounties } from '../import/facts-store.ts';
import type { ProgressReports } from '../import/progress.ts';
import { checkStages } from '../stages/check-stages.ts';
import { ALL_STAGES, STATE_STAGES } from '../stages/stages.ts';
import { loadBuyerIds } from './buyer-id-memory.ts';
import { loadPartitions } from './publish-load.ts';

export interface RegionRequest {
  sql: Sql;
  realm: Realm;
  store: FactsStore;
  region: string;
  /** Imports of the region, oldest first. */
  imports: readonly RegionImport[];
  version: number;
  asOf: string;
  /** Share of the memory that DuckDB alone would use, 0 to 1. */
  memoryShare: number;
  progress: ProgressReports;
}

/** Runs a region's stages over its facts and loads the result into partitions that are not attached yet. */
export async function buildRegion(request: RegionRequest): Promise<RegionState> {
  const { sql, realm, store, region, imports, version, asOf, progress } = request;
  const stages = region === ALL_REGIONS ? ALL_STAGES : STATE_STAGES;
  const tables = tablesOf(region);
  checkStages(
    stages,
    tables.map((table) => `out_${table}`),
  );
  const folder = join(store.temporaryDirectory, region);
  await mkdir(folder, { recursive: true });
  // In memory; a larger region spills to disk.
  const rows = imports.flatMap(({ files }) => files).reduce((sum, file) => sum + file.rows, 0);
  const instance = await createDuck(rows, join(folder, 'spill'));
  try {
    const duck = await instance.connect();
    await limitMemory(duck, request.memoryShare);
    const facts = factPaths(store, region, imports);
    const buildImports = imports.map(({ source, importedAt, pinnedDay = null, files }) => ({
      source,
      importedAt,
      pinnedDay,
      files: files.map(({ kind, path }) => ({ kind, path: join(store.root, path) })),
    }));
    const withoutCounties = removedCounties(store, imports);
    const buyerIds = await loadBuyerIds(sql, realm, region);
    const steps = stages.length + tables.length;
    for (const [done, stage] of stages.entries()) {
      progress.stage({ stage: stage.name, region, done, total: steps, unit: 'steps' });
      const isSample = realm === 'sample';
      await stage.run({ duck, region, asOf, isSample, facts, imports: buildImports, withoutCounties, buyerIds });
    }
    let done = stages.length;
    progress.stage({ stage: 'publish', region, done, total: steps, unit: 'steps' });
    await loadPartitions(sql, realm, duck, region, version, {
      temporaryDirectory: folder,
      onLoaded: () => progress.stage({ stage: 'publish', region, done: ++done, total: steps, unit: 'steps' }),
    });
    const state = {
      version,
      asOf,
      imports,
      bounds: await boundsOf(duck, region),
      counts: await countsOf(duck, region),
    };
    duck.closeSync();
    return state;
  } finally {
    instance.closeSync();
    await rm(folder, { recursive: true, force: true });
  }
}

/** DuckDB's own limit is a share of the memory available to this process, also in containers. */
async function limitMemory(duck: DuckDBConnection, share: number): Promise<void> {
  const reader = await duck.runAndReadAll("select current_setting('memory_limit')");
  const [amount, unit] = String(reader.getRows()[0]![0]).split(' ');
  await duck.run(`set memory_limit = '${(Number(amount) * share).toFixed(1)} ${unit}'`);
}

async function countsOf(duck: DuckDBConnection, region: string): Promise<RegionCounts> {
  const ofState = region === ALL_REGIONS ? '0' : null;
  const ofAll = region === ALL_REGIONS ? null : '0';
  const reader = await duck.runAndReadAll(`select
    ${ofState ?? '(select count(*) from out_property)'}, ${ofState ?? '(select count(*) from out_sale)'},
    ${ofState ?? `(select count(*) from out_deal where deal_type = 'flip' and not extended and ${ON_MARKET})`},
    ${ofState ?? `(select count(*) from out_deal where deal_type = 'rental' and ${ON_MARKET})`},
    ${ofState ?? '(select count(*) from out_buyer)'},
    ${ofAll ?? '(select count(*) from out_contact)'}, ${ofAll ?? '(select count(*) from out_suppression)'}`);
  const [properties, sales, flips, rentals, buyers, contacts, suppressions] = reader.getRows()[0]!.map(Number);
  return {
    properties: properties!,
    sales: sales!,
    flips: flips!,
    rentals: rentals!,
    buyers: buyers!,
    contacts: contacts!,
    suppressions: suppressions!,
  };
}

async function boundsOf(duck: DuckDBConnection, region: string): Promise<Bounds | null> {
  if (region === ALL_REGIONS) return null;
  const reader = await duck.runAndReadAll(
    `select min(latitude), max(latitude), min(longitude), max(longitude) from (
       select latitude, longitude from out_property where cell is not null
       union all select latitude, longitude from out_deal where cell is not null)`,
  );
  const [south, north, west, east] = reader.getRows()[0]!;
  if (south == null) return null;
  return { south: Number(south), north: Number(north), west: Number(west), east: Number(east) };
}
