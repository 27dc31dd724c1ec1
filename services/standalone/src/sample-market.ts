import { mkdirSync, rmSync } from 'node:fs';
import { ALL_REGIONS, datasetStatus, ensureMarketSchema, SAMPLE_AS_OF } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { writeSampleMarket } from '@plat/pipeline/sample';
import type { Home } from './home.ts';
import type { ProgressDisplay } from './progress.ts';

export interface SampleMarketRequest {
  home: Home;
  sql: Sql;
  /** Size to generate; defaults to that of the existing market, or 60,000. */
  parcels?: number | undefined;
  note(line: string): void;
  progress: ProgressDisplay;
}

/**
 * Generates this release's sample market unless it exists in the requested size. It has its own realm, so live
 * records of the same states do not conflict.
 */
export async function ensureSampleMarket(request: SampleMarketRequest): Promise<void> {
  const { home, sql, note, progress } = request;
  const { outdated } = await ensureMarketSchema(sql);
  const regions = (await datasetStatus(sql, 'sample')).regions.filter(({ region }) => region !== ALL_REGIONS);
  const held = regions.reduce((sum, { properties }) => sum + properties, 0);
  const isOfRelease = !outdated.includes('sample') && regions.every((region) => region.as_of === SAMPLE_AS_OF);
  const parcels = request.parcels ?? (regions.length === 0 ? undefined : held);
  if (regions.length === 0) note('Generating the sample market (all people and properties are fictional)');
  else if (!isOfRelease) note('Generating the sample market of this release');
  else if (parcels !== held) note(`Generating the sample market with ${parcels} parcels instead of ${held}`);
  else return;

  rmSync(home.sampleDirectory, { recursive: true, force: true });
  mkdirSync(home.sampleDirectory, { recursive: true });
  const { importMarket } = await import('@plat/pipeline');
  await writeSampleMarket({ directory: home.sampleDirectory, asOf: SAMPLE_AS_OF, parcels });
  try {
    await importMarket({
      home: home.path,
      sql,
      realm: 'sample',
      asOf: SAMPLE_AS_OF,
      source: { kind: 'canonical' },
      files: [home.sampleDirectory],
      onProgress: progress.show,
    });
  } finally {
    progress.end();
    // The import keeps its facts; the files can be generated again.
    rmSync(home.sampleDirectory, { recursive: true, force: true });
  }
}
