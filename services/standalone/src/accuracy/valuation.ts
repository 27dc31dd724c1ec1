import type { Sql } from '@plat/db';
import { utcDay } from '@plat/kit';
import {
  datasetStatus,
  ensureMarketSchema,
  evaluateForward,
  type ForwardEvaluation,
  readAccuracy,
  saveAccuracy,
  valueModelVersion,
  valueSales,
} from '@plat/market';
import { chooseRegions } from '../choose-regions.ts';

/** One region's measurement. */
export interface MeasuredValuation extends ForwardEvaluation {
  region: string;
}

/** Measures how close values come to later sales of the dataset, and keeps that. */
export async function measureValuation(
  sql: Sql,
  wanted: { region: string | undefined; quarters: number | undefined },
  note: (line: string) => void,
): Promise<MeasuredValuation[]> {
  await ensureMarketSchema(sql);
  const measured: MeasuredValuation[] = [];
  for (const region of await chooseRegions(sql, wanted.region)) {
    const onQuarter = (quarter: string) => note(`${region}: the quarter from ${quarter}`);
    const sales = await valueSales(sql, region);
    measured.push({ region, ...(await evaluateForward(sales, region, { quarters: wanted.quarters, onQuarter })) });
  }
  await keep(sql, measured);
  return measured;
}

/** Keeps the measured regions' rows beside those of regions that were not measured this time. */
async function keep(sql: Sql, evaluated: readonly MeasuredValuation[]): Promise<void> {
  const measured = new Set(evaluated.map(({ region }) => region));
  const { version } = await datasetStatus(sql);
  const kept = (await readAccuracy(sql)).valuation;
  const others = kept?.datasetVersion === version ? (kept.rows as { state: string }[]) : [];
  const rows: unknown[] = others.filter(({ state }) => !measured.has(state));
  const evaluated_on = utcDay(Date.now());
  for (const { region, groups } of evaluated) {
    const model_version = (await valueModelVersion(sql, region)) ?? 'none';
    rows.push(...groups.map((group) => ({ evaluated_on, model_version, state: region, ...group })));
  }
  await saveAccuracy(sql, 'valuation', rows);
}
