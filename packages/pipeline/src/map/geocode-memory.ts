import { Database } from 'bun:sqlite';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Answers written at a time: the most that a killed import loses. */
const BATCH = 50;
const MAX_ANSWERS = 2_000_000;
/** Geocoders learn addresses: ask again for an unknown one after this time. */
const NOT_FOUND_DAYS = 90;

export type GeocodedPoint = { latitude: number; longitude: number };

/** The cached answers of one geocoder, kept in a home between imports. */
export interface GeocodeMemory {
  /** @returns the point; null for an address unknown to the geocoder; undefined for one to ask about. */
  find(address: string): GeocodedPoint | null | undefined;
  /** Keeps a definite answer; failures are not kept. */
  keep(address: string, point: GeocodedPoint | null): void;
  close(): void;
}

/** Spellings that every geocoder treats alike. */
const keyOf = (address: string): string =>
  address
    .toUpperCase()
    .replace(/[^\p{L}\p{N}#/-]+/gu, ' ')
    .trim();

/**
 * Opens the file `<home>/market/geocoded.sqlite`.
 * @param geocoder URL and settings: another geocoder or other settings may give other answers.
 * @param today YYYY-MM-DD
 */
export function openGeocodeMemory(home: string, geocoder: string, today: string): GeocodeMemory {
  mkdirSync(join(home, 'market'), { recursive: true });
  const path = join(home, 'market', 'geocoded.sqlite');
  const db = new Database(path, { create: true });
  // It contains addresses of owners.
  chmodSync(path, 0o600);
  db.run('pragma journal_mode = wal');
  db.run('pragma busy_timeout = 10000');
  db.run(`create table if not exists answer (
    geocoder text not null, address text not null, latitude real, longitude real, day text not null,
    primary key (geocoder, address)) without rowid`);
  const find = db.query<{ latitude: number | null; longitude: number | null }, [string, string, string, number]>(
    `select latitude, longitude from answer where geocoder = ? and address = ?
     and (latitude is not null or julianday(?) - julianday(day) <= ?)`,
  );
  const insert = db.query<unknown, [string, string, number | null, number | null, string]>(
    'insert or replace into answer (geocoder, address, latitude, longitude, day) values (?, ?, ?, ?, ?)',
  );
  const waiting = new Map<string, GeocodedPoint | null>();
  const write = db.transaction(() => {
    for (const [address, point] of waiting) {
      insert.run(geocoder, address, point?.latitude ?? null, point?.longitude ?? null, today);
    }
  });
  const flush = (): void => {
    write();
    waiting.clear();
  };
  return {
    find: (address) => {
      const row = find.get(geocoder, keyOf(address), today, NOT_FOUND_DAYS);
      if (row === null) return undefined;
      return row.latitude === null || row.longitude === null
        ? null
        : { latitude: row.latitude, longitude: row.longitude };
    },
    keep: (address, point) => {
      waiting.set(keyOf(address), point);
      if (waiting.size >= BATCH) flush();
    },
    close: () => {
      flush();
      const [{ count }] = db.query<{ count: number }, []>('select count(*) as count from answer').all() as [
        { count: number },
      ];
      if (count > MAX_ANSWERS) {
        db.run(
          `delete from answer where (geocoder, address) in
           (select geocoder, address from answer order by day limit ${count - MAX_ANSWERS})`,
        );
      }
      db.close();
    },
  };
}
