import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import { schemaOf } from '../realm.ts';
import type { DatasetRow } from '../tables.ts';

const ROWS_PER_BATCH = 5_000;

/** The streets, cities and ZIP codes of a realm, for correcting typing errors. */
export interface StreetDictionary {
  streets: DatasetRow<'street'>[];
  places: DatasetRow<'place'>[];
}

/** Reads the dictionary of the serving version. */
export async function readStreetDictionary(sql: Sql, realm: Realm): Promise<StreetDictionary> {
  const schema = schemaOf(sql, realm);
  const streets: DatasetRow<'street'>[] = [];
  const cursor = sql<DatasetRow<'street'>[]>`
    select region, street_key, street_name_key, city_key, zip, address_count from ${schema}.street`.cursor(
    ROWS_PER_BATCH,
  );
  for await (const rows of cursor) streets.push(...rows);
  const places = await sql<DatasetRow<'place'>[]>`
    select region, kind, place_key, label, latitude, longitude, address_count from ${schema}.place`;
  return { streets, places: [...places] };
}
