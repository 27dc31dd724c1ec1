import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import { CANONICAL_FILES, type CanonicalColumnName, type CanonicalKind } from '../canonical/canonical.ts';

export type CsvRow<Kind extends CanonicalKind> = Partial<
  Record<CanonicalColumnName<Kind>, string | number | boolean | null>
>;

/** A gzip CSV file of canonical rows, written as a stream. */
export interface CsvFile<Kind extends CanonicalKind> {
  add(row: CsvRow<Kind>): void;
  /** Waits until the compressor has room; call it between batches so that memory stays flat. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

const CHUNK_CHARACTERS = 1 << 18;

function field(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  return /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

export function createCsvFile<Kind extends CanonicalKind>(kind: Kind, path: string): CsvFile<Kind> {
  const columns = Object.keys(CANONICAL_FILES[kind]) as CanonicalColumnName<Kind>[];
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const file = gzip.pipe(createWriteStream(path));
  const written = finished(file);
  written.catch(() => {});
  gzip.on('error', (error) => file.destroy(error));
  let pending = `${columns.join(',')}\n`;
  let full = false;
  const flush = () => {
    full = !gzip.write(pending);
    pending = '';
  };
  return {
    add: (row) => {
      let line = '';
      for (const column of columns) line += `${field(row[column])},`;
      pending += `${line.slice(0, -1)}\n`;
      if (pending.length > CHUNK_CHARACTERS) flush();
    },
    drain: async () => {
      if (full && gzip.writableNeedDrain) await Promise.race([once(gzip, 'drain'), written]);
      full = false;
    },
    close: async () => {
      flush();
      gzip.end();
      await written;
    },
  };
}
