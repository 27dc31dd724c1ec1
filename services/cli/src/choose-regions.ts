import { ALL_REGIONS, datasetStatus } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { PlainError } from '@plat/standalone/failures';

/**
 * The states to measure: the requested one, otherwise all with records.
 * @throws PlainError if the dataset is empty or lacks the requested state.
 */
export async function chooseRegions(sql: Sql, wanted: string | undefined): Promise<string[]> {
  const { regions } = await datasetStatus(sql, 'live');
  const states = regions.map(({ region }) => region).filter((region) => region !== ALL_REGIONS);
  if (states.length === 0) throw new PlainError('The dataset is empty: there is nothing to measure.', 'Import first.');
  if (wanted === undefined) return states;
  if (!states.includes(wanted)) {
    throw new PlainError(`The dataset has no region ${wanted}.`, `It has ${states.join(', ')}.`);
  }
  return [wanted];
}
