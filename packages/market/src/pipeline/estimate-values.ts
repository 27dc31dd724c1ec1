import type { DuckDBConnection } from '@duckdb/node-api';
import { type Cell, createTable, eachRow } from '../rules/duck-rows.ts';
import { dayOfDate } from '../values/days.ts';
import { encodeModel } from '../values/model-codec.ts';
import { createPropertyValuer } from '../values/property-value.ts';
import { trainValueModel } from '../values/train-value-model.ts';
import { hasNeededFacts, VALUE_COLUMNS, type ValueFacts, type ValueSale } from '../values/value-facts.ts';
import type { Stage } from './stage.ts';

/** Characters of a model in one row of the dataset. */
const PART_LENGTH = 1_000_000;

/**
 * Values of properties on the build day (decision C.8) and the model that they come from: `property_value`, `value_model`.
 * Both stay empty where there are too few sales with prices.
 */
export const estimateValues: Stage = {
  name: 'estimate values',
  inputs: ['norm_property', 'sale'],
  outputs: ['property_value', 'value_model'],
  async run({ duck, region, asOf }) {
    const model = trainValueModel(await readSales(duck), region, dayOfDate(asOf));
    const encoded = model === null ? null : encodeModel(model);
    await createTable(duck, 'value_model', 'part INTEGER, model_version VARCHAR, content VARCHAR', (append) => {
      for (let part = 0; encoded !== null && part * PART_LENGTH < encoded.content.length; part++) {
        append([part, encoded.modelVersion, encoded.content.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH)]);
      }
    });
    const columns = 'property_id BIGINT, avm_value BIGINT, avm_value_low BIGINT, avm_value_high BIGINT';
    await createTable(duck, 'property_value', columns, async (append) => {
      if (model === null || encoded === null) return;
      const valuer = createPropertyValuer(model, encoded.modelVersion);
      await eachRow(duck, `SELECT ${FACTS} FROM norm_property p`, (row) => {
        const facts = factsOf(row);
        const value = valuer.valueOf(facts, asOf);
        if (value !== null) append([facts.property_id, value.value, value.valueLow, value.valueHigh]);
      });
    });
  },
};

/** The facts of `norm_property p`, in order of `VALUE_COLUMNS`. */
const FACTS = VALUE_COLUMNS.map((column) =>
  column === 'property_type' ? "coalesce(p.property_type, 'OTHER') AS property_type" : `p.${column}`,
).join(', ');

const factsOf = (row: readonly Cell[]): ValueFacts =>
  Object.fromEntries(VALUE_COLUMNS.map((column, at) => [column, row[at] ?? null])) as unknown as ValueFacts;

/** Valid sales with the facts that a value needs, in order of day; none of a house that was built in a later year than the next. */
async function readSales(duck: DuckDBConnection): Promise<ValueSale[]> {
  const sales: ValueSale[] = [];
  await eachRow(
    duck,
    `SELECT ${FACTS}, s.sale_date - DATE '1970-01-01' AS day, s.price
     FROM sale s JOIN norm_property p USING (property_id)
     WHERE s.arms_length = 'valid' AND s.price > 0 AND coalesce(p.year_built <= year(s.sale_date) + 1, true)
     ORDER BY s.sale_date, s.sale_id`,
    (row) => {
      const facts = factsOf(row);
      if (!hasNeededFacts(facts)) return;
      sales.push({
        facts,
        day: Number(row[VALUE_COLUMNS.length]),
        logPrice: Math.log(Number(row[VALUE_COLUMNS.length + 1])),
      });
    },
  );
  return sales;
}
