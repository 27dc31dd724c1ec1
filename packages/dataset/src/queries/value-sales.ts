import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { marketSchema, schemaOf } from '../realm.ts';
import { hasNeededFacts, type ValueFacts, type ValueSale } from './value-facts.ts';
import { valueSalesSql } from './value-sales-sql.ts';

/** The valid sales of a region that train and test a value model, oldest first. */
export async function valueSales(sql: Sql, realm: Realm, region: string): Promise<ValueSale[]> {
  const schema = marketSchema(realm);
  const statement = valueSalesSql(`${schema}.sale`, `${schema}.property`, 's.region = $1 AND p.region = $1');
  const rows = await sql.unsafe<(ValueFacts & { day: number; price: number })[]>(statement, [region]);
  return rows.flatMap(({ day, price, ...facts }): ValueSale[] =>
    hasNeededFacts(facts) ? [{ facts, day, logPrice: Math.log(price) }] : [],
  );
}

/** The version of a region's serving value model; null when there is none. */
export async function valueModelVersion(sql: Sql, realm: Realm, region: string): Promise<string | null> {
  const [row] = await sql<{ model_version: string }[]>`
    select model_version from ${schemaOf(sql, realm)}.value_model where region = ${region} and part = 0`;
  return row?.model_version ?? null;
}
