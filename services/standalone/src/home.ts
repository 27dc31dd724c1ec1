import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileLock, fromFileSystem, lockFile } from '@plat/db';
import { PlainError } from './failures.ts';

/** The folder with all files of one installation. */
export interface Home {
  path: string;
  /** True if the folder was just created. */
  isNew: boolean;
  /** Folder of the embedded server. */
  postgresDirectory: string;
  /** Canonical files of the generated market. */
  sampleDirectory: string;
  demoKeyFile: string;
}

const OWNER_ONLY = 0o600;
const SECRET_FILE = 'internal-secret';
const SERVING_FILE = 'serving.json';
const SERVING_LOCK = 'serving.lock';
const MIN_SECRET_LENGTH = 32;

/** Holds a restored home while the old one moves aside. */
export const restoredHome = (path: string): string => `${path}.restored`;

/** Every home has at least one of these after its first start. */
const MARKS = ['postgres', SECRET_FILE, SERVING_LOCK, join('market', 'facts')] as const;

const isHome = (path: string): boolean => MARKS.some((mark) => existsSync(join(path, mark)));

/**
 * Opens an existing home. Never creates one, because the path may be mistyped.
 * @throws PlainError if it is missing; DatabaseError if it is not writable.
 */
export function openExistingHome(path: string): Home {
  const isFile = existsSync(path) && !statSync(path).isDirectory();
  if (isFile || isHome(path) || (!existsSync(path) && isHome(restoredHome(path)))) return openHome(path);
  throw new PlainError(
    `There is no home in ${path}.`,
    'Name one with --home or PLAT_HOME; `plat start` and `plat import` make a new one.',
  );
}

/** Opens a home, creating the folder if missing. @throws DatabaseError if it cannot be created or written. */
export function openHome(path: string): Home {
  let isNew = false;
  try {
    // Completes a restore that died between its last two steps.
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

/** Opens the home if it exists, without creating it. */
export const findHome = (path: string): Home => (existsSync(path) ? openHome(path) : homeAt(path));

const homeAt = (path: string): Home => ({
  path,
  isNew: false,
  postgresDirectory: join(path, 'postgres'),
  sampleDirectory: join(path, 'sample'),
  demoKeyFile: join(path, 'demo-key'),
});

/**
 * Secret of the tokens between services, shared by all processes of this home. Creates it if missing; only the
 * process that serves the home may do that, or one that knows that none does.
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
 * The home's secret, for a command beside a running Plat.
 * @throws PlainError if the file is missing while Plat runs: it was lost, or that Plat takes the secret from its
 * environment.
 */
export async function sharedInternalSecret(home: Home): Promise<string> {
  if (isSecretKept(home.path)) return internalSecret(home);
  const lock = await lockServing(home);
  if (lock === null) {
    throw new PlainError(
      `There is no file ${join(home.path, SECRET_FILE)}, and the Plat that serves this home would reject a new secret.`,
      'Set the PLAT_INTERNAL_SECRET of that Plat. If it had none, the file was lost: restart that Plat.',
    );
  }
  try {
    return internalSecret(home);
  } finally {
    lock.release();
  }
}

export const isSecretKept = (homePath: string): boolean => existsSync(join(homePath, SECRET_FILE));

/** @returns null without such a file. */
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

/** The note that a running Plat leaves in its home. */
export interface ServingNote {
  url: string;
  pid: number;
}

/** The exclusive right to serve a home; ends with the process, even after a crash. */
export interface ServingRight {
  announce(note: ServingNote): void;
  release(): void;
}

/** @throws PlainError if another Plat serves this home. */
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

/** @returns null while another Plat serves the home. */
async function lockServing(home: Home): Promise<FileLock | null> {
  try {
    return await lockFile(join(home.path, SERVING_LOCK), 0);
  } catch (error) {
    throw fromFileSystem(error, home.path);
  }
}

/** The note of the Plat that serves a home, or of one that died; null without one. */
export function servingNote(homePath: string): ServingNote | null {
  try {
    return JSON.parse(readFileSync(join(homePath, SERVING_FILE), 'utf8')) as ServingNote;
  } catch {
    return null;
  }
}
