import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ensureMarketSchema } from '@plat/dataset';
import {
  connect,
  embeddedVersion,
  fromFileSystem,
  placeCluster,
  removeCluster,
  startEmbeddedPostgres,
  withStoppedCluster,
} from '@plat/db';
import { PlainError } from '@plat/standalone/failures';
import { type Home, restoredHome, takeServingRight } from '@plat/standalone/home';
import { servedRealms, shownVersion } from '@plat/standalone/served-realms';
import { isAlive } from '../is-alive.ts';
import { SERVICE_MIGRATIONS, schemaStandings } from '../service-migrations.ts';
import { type ArchiveEntry, readArchive } from './archive.ts';
import { syncFolder } from './back-up-home.ts';
import { HOME_ENTRY, MANIFEST_ENTRY, POSTGRES_ENTRY } from './layout.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { verifyUsage } from './verify-usage.ts';

const OWNER_ONLY = 0o600;
/** Larger than any manifest that Plat writes. */
const MANIFEST_MAX_BYTES = 64 * 1024;

export interface RestoreReport {
  home: string;
  made_at: string;
  dataset_version: number;
  /** New path of the replaced home. */
  replaced_home: string | null;
  counters: number;
}

export interface RestoreRequest {
  file: string;
  /** Path of the new home. */
  home: string;
  /** Moves an existing home aside. */
  replace: boolean;
  note(line: string): void;
}

/** Creates a home from a backup: extracts it beside the home, starts and checks its database, then renames it. */
export async function restoreHome({ file, home, replace, note }: RestoreRequest): Promise<RestoreReport> {
  await removeUnfinished(home);
  const isThere = existsSync(home) && readdirSync(home).length > 0;
  if (isThere && !replace) {
    throw new PlainError(
      `There is a home in ${home}.`,
      'Choose another one with --home, or add --replace to move the existing one aside. Nothing was changed.',
    );
  }
  const staging = stagingOf(home);
  try {
    mkdirSync(dirname(staging), { recursive: true });
    mkdirSync(staging);
    note('Reading the backup');
    const manifest = await unpack(file, staging);
    note('Starting its database for a check');
    const checked = await check(staging, note);
    const replaced = await putInPlace(staging, home, isThere);
    return { home, made_at: manifest.made_at, ...checked, replaced_home: replaced };
  } catch (error) {
    await remove(staging);
    throw fromFileSystem(error, dirname(home));
  }
}

async function unpack(file: string, staging: string): Promise<Manifest> {
  const postgres = await embeddedVersion();
  const cluster = await placeCluster(join(staging, 'postgres'));
  let manifest: Manifest | undefined;
  await readArchive(file, async (entry) => {
    if (manifest === undefined) {
      manifest = readManifest(entry.path === MANIFEST_ENTRY ? await textOf(entry) : '', postgres);
      return;
    }
    const [place = '', ...rest] = entry.path.split('/');
    const root = { [HOME_ENTRY]: staging, [POSTGRES_ENTRY]: cluster.unfinished }[place];
    if (root === undefined || rest.length === 0) return;
    const path = join(root, ...rest);
    if (entry.kind === 'folder') mkdirSync(path, { recursive: true, mode: 0o700 });
    else await pipeline(entry.content, createWriteStream(path, { mode: OWNER_ONLY, flush: true }));
  });
  cluster.finish();
  return manifest!;
}

async function textOf({ content }: ArchiveEntry): Promise<string> {
  let text = '';
  for await (const chunk of content) {
    text += Buffer.from(chunk).toString();
    if (text.length > MANIFEST_MAX_BYTES) return '';
  }
  return text;
}

/** Starts the database in its new place, which replays its log, and checks its content. */
async function check(staging: string, note: (line: string) => void) {
  const server = await startEmbeddedPostgres({ directory: join(staging, 'postgres'), log: () => {} });
  try {
    const sql = connect(server.url, { applicationName: 'plat-restore', statementTimeoutMs: 0 });
    try {
      for (const { schema, standing } of await schemaStandings(sql, SERVICE_MIGRATIONS)) {
        if (standing !== 'ahead' && standing !== 'differs') continue;
        throw new PlainError(
          `The schema ${schema} of the backup belongs to a later release of Plat.`,
          'Restore it with that release. Nothing was changed.',
        );
      }
      const { layoutChanged } = await ensureMarketSchema(sql);
      if (layoutChanged) note('Its dataset belongs to an earlier release; the next start rebuilds it from its facts');
      const version = shownVersion(await servedRealms(sql));
      const { counters, isSound } = await verifyUsage(server.url);
      // Do not reject a backup because counters were wrong before it.
      if (!isSound) note('Its counters differ from its ledger: `plat usage rebuild` corrects them');
      return { dataset_version: version, counters };
    } finally {
      await sql.end({ timeout: 5 });
    }
  } finally {
    await server.close();
  }
}

/**
 * Replacing a home renames twice. If the process dies in between, whoever opens the home next finds it missing and
 * the restored one waiting, and completes the second step.
 */
async function putInPlace(staging: string, home: string, isThere: boolean): Promise<string | null> {
  const waiting = restoredHome(home);
  if (!isThere) {
    // A rename replaces an empty folder.
    renameSync(staging, home);
    await syncFolder(dirname(home));
    return null;
  }
  const old: Home = { ...homeAt(home) };
  const right = await takeServingRight(old);
  try {
    await leaveServer(old);
    const aside = `${home}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`;
    await withStoppedCluster(old.postgresDirectory, () => {
      renameSync(staging, waiting);
      renameSync(home, aside);
      renameSync(waiting, home);
    });
    await syncFolder(dirname(home));
    return aside;
  } finally {
    right.release();
  }
}

const homeAt = (path: string): Home => ({
  path,
  isNew: false,
  postgresDirectory: join(path, 'postgres'),
  sampleDirectory: join(path, 'sample'),
  demoKeyFile: join(path, 'demo-key'),
});

/** Stops the server of a killed process, unless it is in use. */
async function leaveServer({ postgresDirectory }: Home): Promise<void> {
  if (!existsSync(join(postgresDirectory, 'password'))) return;
  try {
    const server = await startEmbeddedPostgres({ directory: postgresDirectory, log: () => {} });
    await server.close();
  } catch {
    // A damaged home may not start, which may be why it is replaced.
  }
}

/** Removes partial restores of processes that died; their server may still run. */
async function removeUnfinished(home: string): Promise<void> {
  if (!existsSync(dirname(home))) return;
  for (const name of readdirSync(dirname(home))) {
    const [, pid] = name.startsWith(`${basename(home)}.`) ? (/\.(\d+)\.unfinished$/.exec(name) ?? []) : [];
    if (pid !== undefined && !isAlive(Number(pid))) await remove(join(dirname(home), name));
  }
}

const stagingOf = (home: string): string => `${home}.${process.pid}.unfinished`;

/** Cleans up when the process is stopped midway. */
export const abandonRestore = (home: string): Promise<void> => remove(stagingOf(home));

async function remove(staging: string): Promise<void> {
  await removeCluster(join(staging, 'postgres')).catch(() => {});
  rmSync(staging, { recursive: true, force: true });
}
