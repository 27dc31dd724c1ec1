import type { DuckDBConnection } from '@duckdb/node-api';
import type { GeocodeMemory } from './geocode-memory.ts';
import { mappedTable } from './mapped-table.ts';

/** Finds the coordinates of one address; null if unknown. May throw. */
export type Geocode = (address: string) => Promise<{ latitude: number; longitude: number } | null>;

const PARALLEL_REQUESTS = 8;
/** After this many failures in a row the geocoder counts as down. Otherwise every address would wait for its timeout. */
const MAX_FAILURES_IN_A_ROW = 40;

/** Numbers of addresses: without coordinates, known from earlier imports, and by answer. */
export interface GeocodeOutcome {
  wanted: number;
  known: number;
  asked: number;
  found: number;
  failed: number;
}

/**
 * Fills in coordinates of kept properties that have an address and no coordinates. Gives up on a geocoder that is
 * down, and asks for no address in the cache.
 */
export async function geocodeProperties(
  duck: DuckDBConnection,
  geocode: Geocode,
  memory: GeocodeMemory | undefined,
  onDone: (done: number, total: number) => void,
): Promise<GeocodeOutcome> {
  const table = mappedTable('properties');
  const address = `concat_ws(', ', concat_ws(' ', address, unit), city, concat_ws(' ', state, zip))`;
  const missing = 'failed_check IS NULL AND latitude IS NULL AND address IS NOT NULL';
  const wanted = await duck.runAndReadAll(`SELECT DISTINCT ${address} FROM ${table} WHERE ${missing} ORDER BY 1`);
  const addresses = wanted.getRows().map((row) => String(row[0]));
  await duck.run(
    'CREATE OR REPLACE TEMP TABLE geocoded (asked VARCHAR, found_latitude DOUBLE, found_longitude DOUBLE)',
  );
  const appender = await duck.createAppender('geocoded');
  const outcome = { wanted: addresses.length, known: 0, asked: 0, found: 0, failed: 0 };
  const fill = (address: string, point: { latitude: number; longitude: number } | null): void => {
    if (point === null) return;
    appender.appendVarchar(address);
    appender.appendDouble(point.latitude);
    appender.appendDouble(point.longitude);
    appender.endRow();
  };
  let next = 0;
  let failuresInARow = 0;
  const work = async (): Promise<void> => {
    while (next < addresses.length && failuresInARow < MAX_FAILURES_IN_A_ROW) {
      const text = addresses[next++]!;
      const known = memory?.find(text);
      if (known !== undefined) {
        outcome.known++;
        fill(text, known);
        continue;
      }
      outcome.asked++;
      try {
        const point = await geocode(text);
        failuresInARow = 0;
        memory?.keep(text, point);
        if (point !== null) outcome.found++;
        fill(text, point);
      } catch {
        outcome.failed++;
        failuresInARow++;
      }
      onDone(next, addresses.length);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, work));
  appender.closeSync();
  await duck.run(`UPDATE ${table} SET latitude = found_latitude, longitude = found_longitude
    FROM geocoded WHERE ${missing} AND asked = ${address}`);
  return outcome;
}
