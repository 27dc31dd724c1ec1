import { mkdir, rm } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { createDuck } from '../create-duck.ts';
import { plainFailure } from '../import/plain-failure.ts';
import { HEADER_LINES, headersOf, recogniseInput } from '../map/recognise-layout.ts';
import { fileFormat } from '../read/file-bytes.ts';
import { fileHeaders } from '../read/file-headers.ts';
import { UnreadableFileError } from '../read/raw-table.ts';
import { openZip, unzipTo } from '../read/zip-file.ts';
import { builtInSources } from '../sources/index.ts';
import { type ColumnGuesses, guessColumns } from './guess-columns.ts';

/** What the header of a file tells. */
export interface FileLook {
  /** `canonical`, or the name of a built-in source; null if no source has these columns. */
  source: string | null;
  /** Name under which the source reads the file. */
  readAs: string;
  headerLine: number;
  columns: string[];
  guesses: ColumnGuesses;
}

/** Lines above a header are titles; they have fewer cells than it. */
const MOST_TITLE_LINES = 5;
/** Text never has these; a file of another kind has them soon. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NO_TEXT = /[\u0000-\u0008\u000E-\u001F\uFFFD]/;

/**
 * Reads the header of one file and recognises its layout.
 * @param scratch folder for an unpacked zip; removed afterwards.
 * @throws MarketError if it is no table.
 */
export async function lookAtFile(path: string, scratch: string): Promise<FileLook> {
  await mkdir(scratch, { recursive: true });
  try {
    const { content, name } = await contentOf(path, scratch);
    for (const headerLine of HEADER_LINES) {
      const columns = await headers(content, headerLine);
      const layout = columns === null ? null : recogniseInput(columns);
      if (columns === null || layout === null) continue;
      return { ...namesOf(layout, name, extname(path)), headerLine, columns, guesses: {} };
    }
    const { headerLine, columns } = await widestHeader(content);
    if (columns.length < 2 || columns.some((column) => NO_TEXT.test(column))) {
      throw new UnreadableFileError(
        basename(path),
        'is not a table: CSV and its relatives, .xlsx and Parquet are read',
      );
    }
    return { source: null, readAs: basename(path), headerLine, columns, guesses: guessColumns(columns) };
  } catch (error) {
    throw plainFailure(error, scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function contentOf(path: string, scratch: string): Promise<{ content: string; name: string }> {
  const zip = await openZip(path);
  if (zip === null) return { content: path, name: basename(path) };
  if (zip.entry === null) throw new UnreadableFileError(basename(path), zip.problem);
  const content = join(scratch, `unzipped${extname(zip.entry)}`);
  await unzipTo(path, zip.entry, content);
  return { content, name: basename(zip.entry) };
}

async function headers(path: string, headerLine: number): Promise<string[] | null> {
  if ((await fileFormat(path)) !== 'parquet') return headersOf(path, headerLine).catch(() => null);
  const instance = await createDuck(1);
  const duck = await instance.connect();
  try {
    return await fileHeaders(duck, path, { headerLine });
  } finally {
    duck.closeSync();
    instance.closeSync();
  }
}

/** The first of the lines with the most filled cells. */
async function widestHeader(path: string): Promise<{ headerLine: number; columns: string[] }> {
  const isFilled = (column: string) => !/^column_\d+$/.test(column);
  let widest = { headerLine: 1, columns: [] as string[] };
  if ((await fileFormat(path)) === 'workbook') await readSheet(path, 1).catch(asUnreadable(path));
  for (let headerLine = 1; headerLine <= MOST_TITLE_LINES; headerLine++) {
    const columns = await headers(path, headerLine);
    if (columns === null) break;
    if (columns.filter(isFilled).length > widest.columns.filter(isFilled).length) widest = { headerLine, columns };
  }
  return widest;
}

const asUnreadable = (path: string) => (error: unknown) => {
  throw new UnreadableFileError(basename(path), error instanceof Error ? error.message : 'is not a workbook');
};

/** The source of a layout, and a name that its file patterns take: the file's own if possible. */
function namesOf(
  layout: { name: string; input: number },
  name: string,
  ending: string,
): Pick<FileLook, 'source' | 'readAs'> {
  const [source = '', kind] = layout.name.split(' ');
  if (kind !== undefined) return { source, readAs: `${kind}${dataEnding(name, ending)}` };
  const inputs = builtInSources.find((one) => one.name === source)?.inputs ?? [];
  const first = inputs.findIndex(({ file }) => new Bun.Glob(file.toLowerCase()).match(name.toLowerCase()));
  const readAs = (inputs[layout.input]?.file ?? name).replaceAll('*', '');
  return { source, readAs: first === layout.input ? name : readAs };
}

/** A zip keeps its ending, because its content is found in it. */
const dataEnding = (name: string, ending: string): string =>
  ending.toLowerCase() === '.zip' ? '.zip' : (/\.(?:csv|tsv|parquet|xlsx)(?:\.gz)?$/i.exec(name)?.[0] ?? '.csv');
