import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, fromFileSystem, lockFile } from '@plat/db';
import { PlainError } from './failures.ts';

/** The folder in which one installation of Plat keeps everything that it owns. */
export interface Home {
  path: string;
  /** There was no such folder. */
  isNew: boolean;
  /** Folder of the embedded server. */
  postgresDirectory: string;
  /** The generated market's canonical files. */
  sampleDirectory: string;
  demoKeyFile: string;
}

const OWNER_ONLY = 0o600;
const SECRET_FILE = 'internal-secret';
const SERVING_FILE = 'serving.json';
const SERVING_LOCK = 'serving.lock';
const MIN_SECRET_LENGTH = 32;

/** Where a restored home waits while the one that it replaces is moved aside. */
export const restoredHome = (path: string): string => `${path}.restored`;

/** Files of which every home has at least one from its first start on. */
const MARKS = ['postgres', SECRET_FILE, SERVING_LOCK, 'market'] as const;

const isHome = (path: string): boolean => MARKS.some((mark) => existsSync(join(path, mark)));

/**
 * Opens a home that was made before, and makes none: the path may be mistyped.
 * @throws PlainError when there is none; DatabaseError when it cannot be written.
 */
export function openExistingHome(path: string): Home {
  const isFile = existsSync(path) && !statSync(path).isDirectory();
  if (isFile || isHome(path) || (!existsSync(path) && isHome(restoredHome(path)))) return openHome(path);
  throw new PlainError(
    `There is no home in ${path}.`,
    'Name one with --home or PLAT_HOME; `plat start` and `plat import` make a new one.',
  );
}

/** Opens a home and makes the folder if there is none. @throws DatabaseError when it cannot be made or written. */
export function openHome(path: string): Home {
  let isNew = false;
  try {
    // A restore that died between its last two steps.
    if (!existsSync(path) && existsSync(restoredHome(path))) renameSync(restoredHome(path), path);
    isNew = !existsSync(path);
    mkdirSync(path, { recursive: true });
    const probe = join(path, `.probe-${randomBytes(4).toString('hex')}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw fromFileSystem(error, path);
  }
  return { ...homeAt(path), isNew };
}

/** Opens the home if it is there, and makes none. */
export const findHome = (path: string): Home => (existsSync(path) ? openHome(path) : homeAt(path));

const homeAt = (path: string): Home => ({
  path,
  isNew: false,
  postgresDirectory: join(path, 'postgres'),
  sampleDirectory: join(path, 'sample'),
  demoKeyFile: join(path, 'demo-key'),
});

/**
 * Secret of the tokens between services: the same over restarts, and for every process of this home. One is made where
 * none is, which only who serves the home may do, or who knows that nobody does.
 */
export function internalSecret(home: Home): string {
  const file = join(home.path, SECRET_FILE);
  const known = readPrivateFile(file);
  if (known === null) {
    const secret = randomBytes(32).toString('hex');
    writePrivateFile(file, secret);
    return secret;
  }
  if (known.length >= MIN_SECRET_LENGTH) return known;
  throw new PlainError(`The file ${file} is damaged.`, 'Delete it; the next start makes a new one.');
}

/**
 * The secret of the home, for a command beside the Plat that may serve it.
 * @throws PlainError when there is none and such a Plat runs: it has one that was lost, or one from its environment.
 */
export async function sharedInternalSecret(home: Home): Promise<string> {
  if (isSecretKept(home.path)) return internalSecret(home);
  const lock = await lockServing(home);
  if (lock === null) {
    throw new PlainError(
      `There is no file ${join(home.path, SECRET_FILE)}, and the Plat that serves this home would believe no new secret.`,
      'Set the PLAT_INTERNAL_SECRET that it was started with. If it had none the file was lost: restart that Plat.',
    );
  }
  try {
    return internalSecret(home);
  } finally {
    lock.release();
  }
}

export const isSecretKept = (homePath: string): boolean => existsSync(join(homePath, SECRET_FILE));

/** @returns null when there is no such file. */
export function readPrivateFile(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
  } catch {
    throw new PlainError(`The file ${file} cannot be read.`, 'Run Plat as the user that owns it.');
  }
}

export function writePrivateFile(file: string, text: string): void {
  try {
    writeFileSync(file, `${text}\n`, { mode: OWNER_ONLY });
    chmodSync(file, OWNER_ONLY);
  } catch (error) {
    throw fromFileSystem(error, file);
  }
}

/** What a serving Plat leaves in its home for others to read. */
export interface ServingNote {
  url: string;
  pid: number;
}

/** The right to serve a home; ends with the process, however that dies. */
export interface ServingRight {
  announce(note: ServingNote): void;
  release(): void;
}

/** @throws PlainError when another Plat serves this home. */
export async function takeServingRight(home: Home): Promise<ServingRight> {
  const noteFile = join(home.path, SERVING_FILE);
  const lock = await lockServing(home);
  if (lock === null) {
    const note = servingNote(home.path);
    const where = note === null ? '' : ` at ${note.url} (process ${note.pid})`;
    throw new PlainError(
      `Another Plat already serves the home ${home.path}${where}.`,
      'Stop it first, or start with another --home and --port.',
    );
  }
  return {
    announce: (note) => writePrivateFile(noteFile, JSON.stringify(note)),
    release: () => {
      rmSync(noteFile, { force: true });
      lock.release();
    },
  };
}

/** @returns null while a Plat serves the home. */
async function lockServing(home: Home): Promise<FileLock | null> {
  try {
    return await lockFile(join(home.path, SERVING_LOCK), 0);
  } catch (error) {
    throw fromFileSystem(error, home.path);
  }
}

/** What the Plat that serves a home left there, or one that died; null when none did. */
export function servingNote(homePath: string): ServingNote | null {
  try {
    return JSON.parse(readFileSync(join(homePath, SERVING_FILE), 'utf8')) as ServingNote;
  } catch {
    return null;
  }
}
