import { type AccuracyKind, datasetStatus, keptAccuracy, saveAccuracy } from '@plat/dataset';
import type { Sql } from '@plat/db';

/**
 * Stores rows of the measured regions and keeps those of other regions from the same dataset version.
 * @param isReplaced true for a stored row of a region measured this time.
 */
export async function keepRows<Row>(
  sql: Sql,
  kind: AccuracyKind,
  rows: readonly Row[],
  isReplaced: (row: Row) => boolean,
): Promise<void> {
  const { version } = await datasetStatus(sql, 'live');
  const kept = (await keptAccuracy(sql, 'live'))[kind];
  const others = kept?.datasetVersion === version ? (kept.rows as Row[]) : [];
  await saveAccuracy(sql, 'live', kind, [...others.filter((row) => !isReplaced(row)), ...rows]);
}
