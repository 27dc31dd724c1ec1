import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CANONICAL_KINDS, type CanonicalKind } from '../../canonical.ts';
import type { ImportSource } from '../../sources/load-mapping.ts';
import type { SourceInput } from '../../sources/mapping.ts';

/** A file of an import with the description that reads it. */
export interface ImportFile {
  path: string;
  /** Position of the mapping's input; the position of the kind for canonical files. */
  inputNumber: number;
  reads: { as: 'mapping'; input: SourceInput } | { as: 'canonical'; kind: CanonicalKind };
}

/** The files of an import make no sense as given. The message is for the operator. */
export class ImportFilesError extends Error {
  override name = 'ImportFilesError';
}

const CANONICAL_NAME = new RegExp(
  `^(${CANONICAL_KINDS.join('|')})(?:[^a-z].*)?\\.(?:csv|csv\\.gz|tsv|tsv\\.gz|parquet|xlsx)$`,
  'i',
);

/**
 * Finds what each file is, folders opened. In a folder, files that the source does not describe are passed over and
 * told in `ignored`; a file named outright that it does not describe is an error, unless the source reads only one kind.
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
      const file = describe(source, candidate, !isFolder);
      if (file !== null) files.push(file);
      else if (isFolder) ignored.push(candidate);
      else throw new ImportFilesError(`${candidate}: ${expectation(source)}`);
    }
  }
  if (files.length === 0) throw new ImportFilesError(`${paths.join(', ')}: nothing to import; ${expectation(source)}`);
  const unique = [...new Map(files.map((file) => [file.path, file])).values()];
  return { files: unique.sort((a, b) => a.inputNumber - b.inputNumber || (a.path < b.path ? -1 : 1)), ignored };
}

async function folderFiles(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(new Bun.Glob('*').scan({ cwd: folder, onlyFiles: true }));
  return names.sort().map((name) => join(folder, name));
}

function describe(source: ImportSource, path: string, isNamedOutright: boolean): ImportFile | null {
  const name = basename(path);
  if (source === 'canonical') {
    const kind = CANONICAL_NAME.exec(name)?.[1]?.toLowerCase() as CanonicalKind | undefined;
    if (kind === undefined) return null;
    return { path, inputNumber: CANONICAL_KINDS.indexOf(kind), reads: { as: 'canonical', kind } };
  }
  const matching = source.inputs.findIndex((input) => new Bun.Glob(input.file.toLowerCase()).match(name.toLowerCase()));
  const inputNumber = matching < 0 && isNamedOutright && source.inputs.length === 1 ? 0 : matching;
  const input = source.inputs[inputNumber];
  return input === undefined ? null : { path, inputNumber, reads: { as: 'mapping', input } };
}

function expectation(source: ImportSource): string {
  if (source === 'canonical')
    return `canonical files are named ${CANONICAL_KINDS.join(', ')} with .csv, .csv.gz, .parquet or .xlsx`;
  return `the mapping ${source.name} reads files named ${source.inputs.map((input) => input.file).join(' or ')}`;
}
