import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise } from 'yauzl';
import { UnreadableFileError } from './raw-table.ts';

/** The usable content of a zip file: `entry` is its one data file; otherwise `problem` says why there is none. */
export type OpenedZip = { entry: string; problem: null } | { entry: null; problem: string };

const DATA_FILE = /\.(?:csv|tsv|psv|txt|xlsx|parquet)(?:\.gz)?$/i;
/** Publishers add a note beside the data; a single text file may be the data. */
const TEXT_FILE = /\.txt(?:\.gz)?$/i;
const NO_CONTENT = /(?:^|\/)(?:__MACOSX\/|\._|\.DS_Store|Thumbs\.db)|\/$/i;
const MAX_ENTRIES = 10_000;
const MAX_LISTED = 8;
const MAX_UNPACKED_BYTES = 32 * 1024 ** 3;
/** Rolls compress to between a fifth and a twentieth. Small files may compress more without harm. */
const MAX_RATIO = 250;
const ALWAYS_UNPACKED_BYTES = 64 * 1024 ** 2;

/**
 * Inspects a zip file.
 * @returns null if the file is not a zip, or is a workbook.
 * @throws UnreadableFileError if the zip is damaged.
 */
export async function openZip(path: string): Promise<OpenedZip | null> {
  if (!(await beginsLikeZip(path)) || extname(path).toLowerCase() === '.xlsx') return null;
  const entries = await entriesOf(path);
  if (entries === null) return { entry: null, problem: `is a zip with more than ${MAX_ENTRIES} files` };
  if (entries.some(({ fileName }) => fileName === 'xl/workbook.xml')) return null;
  const names = entries.map(({ fileName }) => fileName).filter((name) => !NO_CONTENT.test(name));
  const data = names.filter((name) => DATA_FILE.test(name));
  const tables = data.filter((name) => !TEXT_FILE.test(name));
  const [entry, second] = tables.length > 0 ? tables : data;
  if (entry !== undefined && second === undefined) return { entry, problem: null };
  if (names.length === 0) return { entry: null, problem: 'is an empty zip' };
  if (entry === undefined) {
    const formats = 'Plat reads CSV and its relatives, .xlsx and Parquet';
    return {
      entry: null,
      problem: `is a zip without a data file that Plat reads (it holds ${listed(names)}); ${formats}`,
    };
  }
  const several = tables.length > 0 ? tables : data;
  return {
    entry: null,
    problem: `is a zip with ${several.length} data files (${listed(several)}); unpack it and import the files`,
  };
}

/**
 * Unpacks one entry of a zip file.
 * @throws UnreadableFileError if the zip is damaged or encrypted, or the entry is larger than allowed.
 */
export async function unzipTo(path: string, entryName: string, target: string): Promise<void> {
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      for await (const entry of zip.eachEntry()) {
        if (entry.fileName !== entryName) continue;
        checkSize(path, entry);
        if (entry.isEncrypted()) throw new UnreadableFileError(path, `${entryName} is encrypted; unpack it first`);
        await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
        return;
      }
    } finally {
      zip.close();
    }
  } catch (error) {
    throw asDamaged(path, error);
  }
}

function checkSize(path: string, { compressedSize, uncompressedSize }: Entry): void {
  const isBomb = uncompressedSize > ALWAYS_UNPACKED_BYTES && uncompressedSize > MAX_RATIO * compressedSize;
  if (!isBomb && uncompressedSize <= MAX_UNPACKED_BYTES) return;
  const limit = isBomb ? `${MAX_RATIO} times its size` : `${MAX_UNPACKED_BYTES / 1024 ** 3} GiB`;
  throw new UnreadableFileError(
    path,
    `the zip unpacks to ${Math.round(uncompressedSize / 1024 ** 2)} MiB, more than ${limit}; unpack it yourself if you trust it`,
  );
}

async function beginsLikeZip(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    return head === 'PK\u0003\u0004' || head === 'PK\u0005\u0006';
  } finally {
    await file.close();
  }
}

/** Null with too many entries to inspect. */
async function entriesOf(path: string): Promise<Entry[] | null> {
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      const entries: Entry[] = [];
      for await (const entry of zip.eachEntry()) if (entries.push(entry) > MAX_ENTRIES) return null;
      return entries;
    } finally {
      zip.close();
    }
  } catch (error) {
    throw asDamaged(path, error);
  }
}

/** File system failures pass through; all others are the zip's. */
function asDamaged(path: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof UnreadableFileError || /^E[A-Z]+$/.test(code ?? '')) return error;
  return new UnreadableFileError(path, `the zip file is damaged or incomplete (${message})`);
}

const listed = (names: readonly string[]): string =>
  names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '');
