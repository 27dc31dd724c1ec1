import type { DuckDBConnection } from '@duckdb/node-api';
import { joinOwnerNames, normaliseState } from '@plat/records';
import { readDate, readPersonEntry, readSuppressionKind, readVacantAtSale, readYesNo } from '../codes/index.ts';

/** Columns with few distinct texts. TypeScript reads each text once, and SQL joins the values back. */
export const READINGS = ['date', 'boolean', 'vacant', 'state', 'suppression_kind', 'person', 'owner_name'] as const;
export type Reading = (typeof READINGS)[number];

interface ReadText {
  value: string | null;
  /** Why there is no value; null without a value means a placeholder for "unknown". */
  problem: string | null;
}

/** Separates the two owner columns in the texts of `owner_name`. */
export const OWNER_PAIR_SEPARATOR = '\t';

/** DuckDB table of a reading: `text`, `value` (as text), `problem`. */
export const readingTable = (reading: Reading): string => `reading_${reading}`;

export async function createReadings(duck: DuckDBConnection): Promise<void> {
  for (const reading of READINGS)
    await duck.run(
      `CREATE OR REPLACE TEMP TABLE ${readingTable(reading)} (text VARCHAR, value VARCHAR, problem VARCHAR)`,
    );
}

/** Reads the texts of the one-column query `select` that the reading does not hold yet. */
export async function addReadings(
  duck: DuckDBConnection,
  reading: Reading,
  select: string,
  latest: string,
): Promise<void> {
  const table = readingTable(reading);
  const found = await duck.runAndReadAll(
    `SELECT DISTINCT text FROM (${select}) AS texts (text)
     WHERE text IS NOT NULL AND text NOT IN (SELECT text FROM ${table})`,
  );
  const appender = await duck.createAppender(table);
  for (const [text] of found.getRows()) {
    const { value, problem } = readText(reading, String(text), latest);
    appender.appendVarchar(String(text));
    if (value === null) appender.appendNull();
    else appender.appendVarchar(value);
    if (problem === null) appender.appendNull();
    else appender.appendVarchar(problem);
    appender.endRow();
  }
  appender.closeSync();
}

const readAs = (value: string | null, problem: string): ReadText => ({
  value,
  problem: value === null ? problem : null,
});

function readText(reading: Reading, text: string, latest: string): ReadText {
  if (reading === 'state') return readAs(normaliseState(text), 'not a US state');
  if (reading === 'suppression_kind') return readAs(readSuppressionKind(text), 'not phone, email or person');
  if (reading === 'person') return readAs(readPersonEntry(text), 'not a first and a last name');
  if (reading === 'owner_name') {
    const [first, second] = text.split(OWNER_PAIR_SEPARATOR);
    return { value: joinOwnerNames(first, second), problem: null };
  }
  if (reading === 'vacant') {
    const isVacant = readVacantAtSale(text);
    return readAs(isVacant === null ? null : String(isVacant), 'neither bare land nor improved');
  }
  if (reading === 'boolean') {
    const answer = readYesNo(text);
    return readAs(answer === null ? null : String(answer), 'neither yes nor no');
  }
  const date = readDate(text, latest);
  if (date.status === 'date') return { value: date.date, problem: null };
  if (date.status === 'unknown') return { value: null, problem: null };
  return { value: null, problem: date.status === 'future' ? 'a date in the future' : 'not a date' };
}
