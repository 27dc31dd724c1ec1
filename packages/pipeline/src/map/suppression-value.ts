import type { DuckDBConnection } from '@duckdb/node-api';
import { addReadings, readingTable } from './readings.ts';

/** SQL of the person in a row of a list, in one column or several, from the SQL of the texts of its columns. */
export function personTextSql(textOf: (column: string) => string): string {
  const [value, first, last, zip] = ['value', 'first_name', 'last_name', 'zip'].map(textOf);
  return `coalesce(${value}, ${last} || ', ' || ${first}) || coalesce('|' || ${zip}, '')`;
}

/** Reads the people of a list after its kinds. Phone numbers and addresses never pass through TypeScript. */
export async function addPeople(
  duck: DuckDBConnection,
  rawTable: string,
  sql: { kind: string; person: string },
  latest: string,
): Promise<void> {
  const people = `SELECT ${sql.person} FROM ${rawTable}
    WHERE ${sql.kind} IN (SELECT text FROM ${readingTable('suppression_kind')} WHERE value = 'person')`;
  await addReadings(duck, 'person', people, latest);
}

/** SQL of an entry's value, from the joined readings `r_kind` and `r_person`. */
export const suppressionValueSql = (text: string): string =>
  `CASE r_kind.value WHEN 'phone' THEN read_phone(${text}) WHEN 'email' THEN read_email(${text}) ELSE r_person.value END`;
