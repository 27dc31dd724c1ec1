import { mkdirSync, rmSync } from 'node:fs';
import type { Sql } from '@plat/db';
import { ALL_REGIONS, datasetStatus } from '@plat/market';
import { writeSampleMarket } from '@plat/market/sample';
import type { Home } from './home.ts';
import type { ProgressDisplay } from './progress.ts';

export interface SampleMarketRequest {
  home: Home;
  sql: Sql;
  /** Last day of the generated market, `YYYY-MM-DD`. */
  asOf: string;
  /** Whether the operator asked for it in so many words. */
  isExplicit: boolean;
  /** How many it shall have; unless given, whatever one that is there has, and 60,000 when it is generated. */
  parcels?: number | undefined;
  note(line: string): void;
  progress: ProgressDisplay;
}

/**
 * Makes sure that the generated market is there, ends on the as-of day and has the size that was asked for. Once an
 * operator has real records it is left alone, unless it was asked for in so many words; regions with real records are
 * never touched.
 */
export async function ensureSampleMarket(request: SampleMarketRequest): Promise<void> {
  const { home, sql, asOf, note, progress } = request;
  const regions = (await datasetStatus(sql)).regions.filter(({ region }) => region !== ALL_REGIONS);
  const samples = regions.filter((region) => region.is_sample);
  // A state with a table of rents alone has no records yet.
  const hasRealRecords = regions.some(({ is_sample, properties, sales }) => !is_sample && properties + sales > 0);
  if (hasRealRecords && !request.isExplicit) return;
  const isThere = samples.length > 0;
  const isOfDay = samples.every((region) => region.as_of === asOf);
  const parcels = samples.reduce((sum, { properties }) => sum + properties, 0);
  const isOfSize = request.parcels === undefined || request.parcels === parcels;
  // Of a market that gave states to real records nobody can tell how large it was made.
  if (isThere && isOfDay && (isOfSize || hasRealRecords)) {
    if (!isOfSize) note(`Real records took a part of the synthetic market; the rest keeps its ${parcels} parcels`);
    return;
  }

  if (!isThere) note('Generating a synthetic sample market (no real person or property is in it)');
  else if (isOfDay) note(`Generating the synthetic sample market anew, of ${request.parcels} parcels, not ${parcels}`);
  else note(`Generating the synthetic sample market anew, ending on ${asOf} instead of ${samples[0]?.as_of}`);
  rmSync(home.sampleDirectory, { recursive: true, force: true });
  mkdirSync(home.sampleDirectory, { recursive: true });
  const { importMarket } = await import('@plat/market/pipeline');
  await writeSampleMarket({ directory: home.sampleDirectory, asOf, parcels: request.parcels });
  try {
    await importMarket({
      home: home.path,
      sql,
      source: { kind: 'canonical' },
      files: [home.sampleDirectory],
      asOf,
      isSample: true,
      onProgress: progress.show,
    });
  } finally {
    progress.end();
    // Its facts are kept by the import; the files themselves can be made again at any time.
    rmSync(home.sampleDirectory, { recursive: true, force: true });
  }
}
