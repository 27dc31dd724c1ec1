import { join } from 'node:path';
import { MarketError } from '@plat/dataset';
import { DatabaseError, diskFull, fromFileSystem } from '@plat/db';
import { ImportFilesError } from '../map/import-files.ts';
import { UnreadableFileError } from '../read/raw-table.ts';
import { MappingError } from '../sources/index.ts';

const PG_DISK_FULL = '53100';
const CONNECTION_LOST =
  /^(CONNECTION_CLOSED|CONNECTION_ENDED|CONNECTION_DESTROYED|ECONNREFUSED|ECONNRESET|57P01|57P03)$/;

/** Turns failures that an operator can fix into plain sentences; others pass through unchanged. */
export function plainFailure(error: unknown, home: string): unknown {
  if (error instanceof MarketError || error instanceof DatabaseError) return error;
  if (error instanceof ImportFilesError || error instanceof UnreadableFileError || error instanceof MappingError) {
    return new MarketError(withStop(error.message), 'Nothing was imported.', error);
  }
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === PG_DISK_FULL) return diskFull('the database', error);
  if (CONNECTION_LOST.test(code ?? '')) {
    return new MarketError(
      'The connection to the database was lost; what served before still serves.',
      'Run the import again when the database answers.',
      error,
    );
  }
  // DuckDB reports file system failures as text only.
  if (/No space left on device|disk is full|Disk quota exceeded/i.test(message ?? '')) return diskFull(home, error);
  if (/Permission denied|Read-only file system/i.test(message ?? '')) {
    return fromFileSystem(Object.assign(new Error(message), { code: 'EACCES' }), home);
  }
  // Failures of the operator's files are reported where they are read; these are Plat's own files.
  if (
    /No magic bytes|too small to be a Parquet|TProtocolException|not read enough bytes|don't know what type|[Cc]orrupt/.test(
      message ?? '',
    )
  ) {
    const file =
      /['"]([^'"]+\.parquet)['"]/.exec(message ?? '')?.[1] ?? `a file under ${join(home, 'market', 'facts')}`;
    return new MarketError(
      `The kept facts of an earlier import are damaged (${file}).`,
      'Restore them from a backup, or import all records again into an empty home.',
      error,
    );
  }
  if (/Out of Memory Error/i.test(message ?? '')) {
    return new MarketError(
      'There is not enough memory to build the dataset.',
      'Close other programs, or import fewer files at a time.',
      error,
    );
  }
  return fromFileSystem(error, home);
}

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
