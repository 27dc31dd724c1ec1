import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { CANONICAL_KINDS, type CanonicalKind } from '../canonical/canonical.ts';
import { UnreadableFileError } from '../read/raw-table.ts';
import { type OpenedZip, openZip } from '../read/zip-file.ts';
import type { ImportSource, SourceInput } from '../sources/index.ts';
import { layoutHint } from './recognise-layout.ts';

/** A file of an import with its description. */
export interface ImportFile {
  path: string;
  /** The data file in a zip. */
  zipEntry: string | null;
  /** Position of the mapping's input, or of the kind for canonical files. */
  inputNumber: number;
  reads: { as: 'mapping'; input: SourceInput } | { as: 'canonical'; kind: CanonicalKind };
}

/** The given files do not make an import. The message is for the operator. */
export class ImportFilesError extends Error {
  override name = 'ImportFilesError';
}

const CANONICAL_NAME = new RegExp(
  `^(${CANONICAL_KINDS.join('|')})(?:[^a-z].*)?\\.(?:csv|csv\\.gz|tsv|tsv\\.gz|parquet|xlsx)$`,
  'i',
);

/**
 * Identifies each file and lists folders. `ignored` names files in a folder that the source does not describe. A
 * file given directly that it does not describe is an error, unless the source reads only one kind.
 * @throws ImportFilesError
 */
export async function importFiles(
  source: ImportSource,
  paths: readonly string[],
): Promise<{ files: ImportFile[]; ignored: string[] }> {
  if (paths.length === 0) throw new ImportFilesError('no files were given');
  const files: ImportFile[] = [];
  const ignored: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => null);
    if (found === null) throw new ImportFilesError(`${path}: there is no such file or folder`);
    const isFolder = found.isDirectory();
    const candidates = isFolder ? await folderFiles(path) : [path];
    for (const candidate of candidates) {
      const zip = await lookInto(candidate, isFolder);
      if (zip?.entry === null) {
        if (!isFolder) throw new ImportFilesError(`${candidate}: ${zip.problem}`);
        ignored.push(`${candidate} (${zip.problem})`);
        continue;
      }
      const file = describe(source, candidate, zip?.entry ?? null, !isFolder);
      if (file !== null) files.push(file);
      else if (isFolder) ignored.push(candidate);
      else
        throw new ImportFilesError(
          `${candidate}: ${expectation(source)}${await layoutHint(candidate, nameOf(source))}`,
        );
    }
  }
  if (files.length === 0) {
    const hint = await firstHint(ignored, source);
    throw new ImportFilesError(`${paths.join(', ')}: nothing to import; ${expectation(source)}${hint}`);
  }
  const unique = [...new Map(files.map((file) => [file.path, file])).values()];
  return { files: unique.sort((a, b) => a.inputNumber - b.inputNumber || (a.path < b.path ? -1 : 1)), ignored };
}

/** Files inspected when a folder has nothing of the source. */
const MAX_LOOKED_AT = 5;

async function firstHint(candidates: readonly string[], source: ImportSource): Promise<string> {
  for (const candidate of candidates.slice(0, MAX_LOOKED_AT)) {
    const hint = await layoutHint(candidate, nameOf(source));
    if (hint !== '') return hint;
  }
  return '';
}

const nameOf = (source: ImportSource): string => (source === 'canonical' ? source : source.name);

async function folderFiles(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(new Bun.Glob('*').scan({ cwd: folder, onlyFiles: true }));
  return names.sort().map((name) => join(folder, name));
}

/** A damaged zip in a folder is ignored like any other undescribed file. */
async function lookInto(path: string, isInFolder: boolean): Promise<OpenedZip | null> {
  try {
    return await openZip(path);
  } catch (error) {
    if (!isInFolder || !(error instanceof UnreadableFileError)) throw error;
    return { entry: null, problem: error.message.slice(path.length + 2) };
  }
}

/** The names that identify a file: its own, or those of a zip and of the data file in it. */
function namesOf(path: string, zipEntry: string | null): string[] {
  if (zipEntry === null) return [basename(path)];
  const ending = /\.[^.]+(?:\.gz)?$/i.exec(basename(zipEntry))?.[0] ?? '';
  return [basename(zipEntry), `${basename(path, extname(path))}${ending}`];
}

function describe(
  source: ImportSource,
  path: string,
  zipEntry: string | null,
  isNamedOutright: boolean,
): ImportFile | null {
  const names = namesOf(path, zipEntry);
  if (source === 'canonical') {
    const kinds = names.flatMap((name) => CANONICAL_NAME.exec(name)?.[1]?.toLowerCase() ?? []);
    const kind = kinds[0] as CanonicalKind | undefined;
    if (kind === undefined) return null;
    return { path, zipEntry, inputNumber: CANONICAL_KINDS.indexOf(kind), reads: { as: 'canonical', kind } };
  }
  const globs = source.inputs.map((input) => new Bun.Glob(input.file.toLowerCase()));
  const matching =
    names.map((each) => globs.findIndex((glob) => glob.match(each.toLowerCase()))).find((at) => at >= 0) ?? -1;
  const inputNumber = matching < 0 && isNamedOutright && source.inputs.length === 1 ? 0 : matching;
  const input = source.inputs[inputNumber];
  return input === undefined ? null : { path, zipEntry, inputNumber, reads: { as: 'mapping', input } };
}

function expectation(source: ImportSource): string {
  if (source === 'canonical')
    return `canonical files are named ${CANONICAL_KINDS.join(', ')} with .csv, .csv.gz, .parquet or .xlsx`;
  return `the mapping ${source.name} reads files named ${source.inputs.map((input) => input.file).join(' or ')}`;
}
