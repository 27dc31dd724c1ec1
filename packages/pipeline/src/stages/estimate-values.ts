import type { DuckDBConnection } from '@duckdb/node-api';
import {
  hasNeededFacts,
  VALUE_COLUMNS,
  VALUE_FACTS_SQL,
  type ValueFacts,
  type ValueSale,
  valueSalesSql,
} from '@plat/dataset';
import { dayOfDate } from '@plat/kit/clock';
import { createPropertyValuer, encodeModel, trainInThreads } from '@plat/value-model';
import { type Cell, createTable, eachRow } from '../rules/duck-rows.ts';
import type { Stage } from './stage.ts';

/** Maximum characters of a model in one row of the dataset. */
const PART_LENGTH = 1_000_000;

/**
 * Values of properties on the last day of their county, their model, and its errors on the sales of each county's
 * last four quarters (docs/rules/values.md): `property_value`, `value_model`, `forward_sale`. The model is fitted
 * as of the newest county's day. All tables stay empty with too few priced sales.
 */
export const estimateValues: Stage = {
  name: 'estimate values',
  inputs: ['norm_property', 'sale', 'parcel_day', 'region_day'],
  outputs: ['property_value', 'value_model', 'forward_sale'],
  async run({ duck, region, isSample }) {
    const effort = isSample ? 'quick' : 'full';
    let newestDay = '';
    await eachRow(duck, 'SELECT window_end::VARCHAR FROM region_day', ([day]) => {
      newestDay = String(day);
    });
    const [sales, buildDay] = [await readValueSales(duck), dayOfDate(newestDay)];
    const trained = await trainInThreads(sales, { region, buildDay, effort });
    const model = trained?.model ?? null;
    const encoded = model === null ? null : encodeModel(model);
    await createTable(duck, 'value_model', 'part INTEGER, model_version VARCHAR, content VARCHAR', (append) => {
      for (let part = 0; encoded !== null && part * PART_LENGTH < encoded.content.length; part++) {
        append([part, encoded.modelVersion, encoded.content.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH)]);
      }
    });
    const errors = 'county VARCHAR, property_type VARCHAR, day INTEGER, error DOUBLE, scale DOUBLE, log_price DOUBLE';
    await createTable(duck, 'forward_sale', errors, (append) => {
      for (const sale of trained?.lastQuarters ?? []) {
        append([sale.county, sale.propertyType, sale.day, sale.error, sale.scale, sale.logPrice]);
      }
    });
    const columns = 'property_id BIGINT, avm_value BIGINT, avm_value_low BIGINT, avm_value_high BIGINT';
    await createTable(duck, 'property_value', columns, async (append) => {
      if (model === null || encoded === null) return;
      const valuer = createPropertyValuer(model, encoded.modelVersion);
      const homes = `SELECT ${VALUE_FACTS_SQL}, window_end::VARCHAR FROM norm_property p JOIN parcel_day USING (property_id)`;
      await eachRow(duck, homes, (row) => {
        const facts = factsOf(row);
        const value = valuer.valueOf(facts, String(row[VALUE_COLUMNS.length]));
        if (value !== null) append([facts.property_id, value.value, value.valueLow, value.valueHigh]);
      });
    });
  },
};

const factsOf = (row: readonly Cell[]): ValueFacts =>
  Object.fromEntries(VALUE_COLUMNS.map((column, at) => [column, row[at] ?? null])) as unknown as ValueFacts;

/** The sales of homes that train a value model, without sales of bare land by the deed. */
export async function readValueSales(duck: DuckDBConnection): Promise<ValueSale[]> {
  const sales: ValueSale[] = [];
  await eachRow(duck, valueSalesSql('sale', 'norm_property', 'NOT coalesce(s.vacant_at_sale, false)'), (row) => {
    const facts = factsOf(row);
    if (!hasNeededFacts(facts)) return;
    const [day, price] = row.slice(VALUE_COLUMNS.length).map(Number);
    sales.push({ facts, day: day!, logPrice: Math.log(price!) });
  });
  return sales;
}
