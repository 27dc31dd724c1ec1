import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { servingDataset } from '../serving-dataset.ts';
import { hasNeededFacts, type ValueFacts, type ValueSale } from './value-facts.ts';
import { valueSalesSql } from './value-sales-sql.ts';

/** The valid sales of a region that train and test a value model, oldest first. */
export async function valueSales(sql: Sql, realm: Realm, region: string): Promise<ValueSale[]> {
  const { ask, rowsOf } = await servingDataset(sql, realm);
  const statement = valueSalesSql(rowsOf('sale', [region]), rowsOf('property', [region]));
  const rows = await ask<ValueFacts & { day: number; price: number }>(statement, []);
  return rows.flatMap(({ day, price, ...facts }): ValueSale[] =>
    hasNeededFacts(facts) ? [{ facts, day, logPrice: Math.log(price) }] : [],
  );
}

/** The version of a region's serving value model; null when there is none. */
export async function valueModelVersion(sql: Sql, realm: Realm, region: string): Promise<string | null> {
  const { ask, rowsOf } = await servingDataset(sql, realm);
  const [row] = await ask<{ model_version: string }>(
    `select model_version from ${rowsOf('value_model', [region])} value_model where part = 0`,
    [],
  );
  return row?.model_version ?? null;
}
