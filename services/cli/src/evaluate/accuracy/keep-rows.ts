import { type AccuracyKind, datasetStatus, keptAccuracy, saveAccuracy } from '@plat/dataset';
import type { Sql } from '@plat/db';

/**
 * Keeps rows of the regions that were measured, beside those of other regions that were measured on the same version.
 * @param isReplaced whether a row that was kept before is of a region that was measured this time.
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
