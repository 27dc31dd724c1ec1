import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { createDuck } from '../create-duck.ts';
import { dateCounties } from '../import/date-counties.ts';
import { mapImport } from '../import/map-import.ts';
import { loadSource } from '../sources/index.ts';
import { clusterBuyers } from './cluster-buyers.ts';
import { deriveDeals } from './derive-deals.ts';
import { normaliseStage } from './normalise-stage.ts';
import { validateSales } from './validate-sales.ts';

export interface DeriveRequest {
  /** Name of a built-in source. */
  source: string;
  files: string[];
  /** Two-letter code of the state. */
  region: string;
  asOf: string;
  /** SQL that removes the labels before the rules run, so that they cannot read what they are measured against. */
  hideLabels?: string | undefined;
}

/** The working tables after the rules: `norm_property`, `norm_transfer`, `party`, `sale`, `deal` and others. */
export interface DerivedRecords {
  duck: DuckDBConnection;
  /** The first row of a query; every column is a number. */
  row<Name extends string>(sql: string): Promise<Record<Name, number>>;
}

/** Maps a data set and runs the stages of the rules as an import does, without publishing anything. */
export async function deriveRecords<T>(
  request: DeriveRequest,
  work: (derived: DerivedRecords) => Promise<T>,
): Promise<T> {
  const { source, files, region, asOf, hideLabels } = request;
  const workDirectory = await mkdtemp(join(tmpdir(), 'plat-records-'));
  try {
    const { facts } = await mapImport({ source: await loadSource(source), files, workDirectory, asOf });
    const ofRegion = facts.filter((fact) => fact.region === region);
    const pathsOf = (kind: string) => ofRegion.filter((fact) => fact.kind === kind).map(({ path }) => path);
    const instance = await createDuck(ofRegion.reduce((sum, { rows }) => sum + rows, 0));
    const duck = await instance.connect();
    try {
      const read = { properties: pathsOf('properties'), transfers: pathsOf('transfers') };
      const build = { duck, region, asOf, facts: { ...read, contacts: [], suppressions: [], listings: [] } };
      await normaliseStage.run(build);
      if (hideLabels !== undefined) await duck.run(hideLabels);
      for (const stage of [dateCounties, clusterBuyers, validateSales, deriveDeals]) await stage.run(build);
      return await work({ duck, row: (sql) => firstRow(duck, sql) });
    } finally {
      duck.closeSync();
      instance.closeSync();
    }
  } finally {
    await rm(workDirectory, { recursive: true, force: true });
  }
}

async function firstRow<Name extends string>(duck: DuckDBConnection, sql: string): Promise<Record<Name, number>> {
  const [row = {}] = (await duck.runAndReadAll(sql)).getRowObjectsJson();
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Record<Name, number>;
}
