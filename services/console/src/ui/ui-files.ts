import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** One file as the browser gets it. */
export interface UiFile {
  name: string;
  bytes: Uint8Array;
}

const CONSOLE = join(import.meta.dir, '..', '..');
const SOURCES = join(CONSOLE, 'ui');
const BUILDS = join(CONSOLE, 'dist', 'ui');
/** Images have the files beside the one file of the service, and no sources. */
const IN_IMAGE = join(import.meta.dir, 'ui');
/** Named at run time, so that the one file of an image does not include the build tools. */
const BUILDER = join(SOURCES, 'build', 'build-ui.ts');

/** Sources outside of the folder that also decide what is built. */
const CLIENT = join(CONSOLE, '..', '..', 'packages', 'client', 'src');
const LOCK = join(CONSOLE, '..', '..', 'bun.lock');

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|fixture)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Changes when a source or the version of a library changes. */
function sourcesHash(): string {
  const hash = new Bun.CryptoHasher('sha256');
  for (const file of [...sourcesIn(SOURCES), ...sourcesIn(CLIENT), LOCK]) {
    hash.update(`${file}\n`).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function readFolder(folder: string): UiFile[] | null {
  try {
    return readdirSync(folder).map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(folder, name))) }));
  } catch {
    return null;
  }
}

/** Writes a build under its hash and removes those before it. */
function keep(files: readonly UiFile[], folder: string): void {
  const unfinished = `${folder}.${process.pid}`;
  try {
    mkdirSync(unfinished, { recursive: true });
    for (const { name, bytes } of files) writeFileSync(join(unfinished, name), bytes);
    renameSync(unfinished, folder);
    for (const other of readdirSync(dirname(folder))) {
      if (other !== basename(folder)) rmSync(join(dirname(folder), other), { recursive: true, force: true });
    }
  } catch {
    // Another process was first, or nothing may be written here: the files in memory serve all the same.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** The built console. It is built when its sources changed since the last time, which takes about a second. */
export async function uiFiles(): Promise<UiFile[]> {
  const shipped = readFolder(IN_IMAGE);
  if (shipped !== null) return shipped;
  const folder = join(BUILDS, sourcesHash());
  const built = readFolder(folder);
  if (built !== null) return built;
  const { buildUi } = (await import(BUILDER)) as { buildUi(): Promise<UiFile[]> };
  const files = await buildUi();
  keep(files, folder);
  return files;
}
