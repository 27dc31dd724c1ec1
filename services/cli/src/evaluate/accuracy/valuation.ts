import { ensureMarketSchema, valueModelVersion, valueSales } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { evaluateForward, type ForwardEvaluation } from '@plat/value-model';
import { chooseRegions } from '../../choose-regions.ts';
import { keepRows } from './keep-rows.ts';

/** One region's measurement. */
export interface MeasuredValuation extends Omit<ForwardEvaluation, 'homes'> {
  region: string;
}

/** Measures how close values come to later sales in the dataset, and stores it. */
export async function measureValuation(
  sql: Sql,
  wanted: { region: string | undefined; quarters: number | undefined },
  note: (line: string) => void,
): Promise<MeasuredValuation[]> {
  await ensureMarketSchema(sql);
  const measured: MeasuredValuation[] = [];
  for (const region of await chooseRegions(sql, wanted.region)) {
    const onQuarter = (quarter: string) => note(`${region}: the quarter from ${quarter}`);
    const sales = await valueSales(sql, 'live', region);
    const { homes: _, ...figures } = await evaluateForward(sales, region, { quarters: wanted.quarters, onQuarter });
    measured.push({ region, ...figures });
  }
  await keep(sql, measured);
  return measured;
}

async function keep(sql: Sql, measured: readonly MeasuredValuation[]): Promise<void> {
  const rows: { state: string }[] = [];
  for (const { region, groups } of measured) {
    const model_version = (await valueModelVersion(sql, 'live', region)) ?? 'none';
    rows.push(...groups.map((group) => ({ model_version, state: region, ...group })));
  }
  const regions = new Set(measured.map(({ region }) => region));
  await keepRows(sql, 'valuation', rows, ({ state }) => regions.has(state));
}
