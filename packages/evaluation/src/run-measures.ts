import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Measure, Measured } from './measure.ts';

/** A measure whose records are not in the folder. */
export interface Skipped {
  measure: Measure;
  missing: string[];
}

/** @returns the files of a measure that are not in the folder of records. */
export const missingFiles = ({ needs }: Measure, records: string): string[] =>
  needs.filter((file) => !existsSync(join(records, file)));

/** Runs the measures whose records are in the folder, one after the other. */
export async function runMeasures(
  measures: readonly Measure[],
  records: string,
  note: (line: string) => void,
): Promise<{ measured: Measured[]; skipped: Skipped[] }> {
  const measured: Measured[] = [];
  const skipped: Skipped[] = [];
  for (const measure of measures) {
    const missing = missingFiles(measure, records);
    if (missing.length > 0) {
      skipped.push({ measure, missing });
      note(`${measure.id}: skipped, because ${records} has no ${missing.join(', ')}`);
      continue;
    }
    note(`${measure.id}: measuring`);
    measured.push({ measure, figures: await measure.run(records) });
  }
  return { measured, skipped };
}
