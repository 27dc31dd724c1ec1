import type { DuckDBConnection } from '@duckdb/node-api';
import { cityKey, displayCity, normaliseState, normaliseZip } from '@plat/records';
import { createTextTable, distinctTexts } from './append-rows.ts';

/** Makes `city_form` (text, city_key, city), `zip_form` (text, zip) and `state_form` (text, state) of the listed texts. */
export async function createPlaceForms(
  duck: DuckDBConnection,
  selects: Readonly<Record<'city' | 'state' | 'zip', readonly string[]>>,
): Promise<void> {
  const texts = (name: 'city' | 'state' | 'zip') => distinctTexts(duck, selects[name].join(' UNION ALL '));
  const cities = (await texts('city')).map((text) => [text, cityKey(text), displayCity(text)]);
  await createTextTable(duck, 'city_form', ['text', 'city_key', 'city'], cities);
  const zips = (await texts('zip')).map((text) => [text, normaliseZip(text)]);
  await createTextTable(duck, 'zip_form', ['text', 'zip'], zips);
  const states = (await texts('state')).map((text) => [text, normaliseState(text)]);
  await createTextTable(duck, 'state_form', ['text', 'state'], states);
}

/**
 * SQL of a mailing key: the line's key and its place, as `mailingKeys` builds it.
 * @param line column of `line_form`; the other arguments are SQL of the normalised place
 */
export const mailingKeySql = (line: string, zip: string, cityKeySql: string, state: string): string =>
  `${line} || '|' || coalesce(${zip}, nullif(concat_ws(' ', ${cityKeySql}, ${state}), ''))`;
