import { mkdtempSync, readdirSync, readFileSync, rmdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withImportLock } from '@plat/dataset';
import { connect, startEmbeddedPostgres } from '@plat/db';
import { ask, platJson, removeHomes, type StartedPlat, startPlat } from '../backup/started-plat.fixture.ts';

export const AS_OF = '2026-03-01';
const CALLERS = 4;
/** Pause between the calls of one caller, so that the backup gets a share of the machine. */
const PAUSE_MS = 20;

/** A running Plat on the sample market, in a folder that takes its backups and the homes restored from them. */
export interface BackupUnderTest {
  home: string;
  /** Where the tests put the backup that they restore; no file yet. */
  file: string;
  running: StartedPlat;
  /** A subscriber key without a reachable limit on `/v1/analytics-search`. */
  key: string;
  keyId: string;
  /** @returns the path of a name in the folder. */
  at(name: string): string;
  /** Unfinished backups and homes in the folder. */
  leftovers(): string[];
  /** Reference responses: buyers around some addresses. */
  answersOf(plat: StartedPlat): Promise<unknown>;
  /** Runs `work` while a simulated import runs, which backups wait for. */
  whileImportRuns<T>(work: () => Promise<T>): Promise<T>;
  /** Calls Plat until stopped. `statuses` grows with every response. */
  traffic(): { statuses: number[]; stop(): Promise<void> };
  close(): Promise<void>;
}

export async function backupUnderTest(): Promise<BackupUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'plat-backup-'));
  const at = (name: string) => join(folder, name);
  const home = at('home');
  const running = await startPlat(home, '--as-of', AS_OF, '--sample-parcels', '300');
  const close = async () => {
    await running.stop();
    removeHomes(folder);
  };
  try {
    const { key, id: keyId } = await platJson(
      ...['key', 'create', '--kind', 'subscriber', '--name', 'CRM', '--rate-limit', '100000', '--home', home],
    );
    await platJson('account', 'limit', 'CRM', 'analytics_search', '--custom', '1000000', '--home', home);
    const addresses = await addressesNearPhoenix(running);
    return {
      home,
      file: at('plat.backup'),
      running,
      key,
      keyId,
      at,
      close,
      leftovers: () => readdirSync(folder).filter((name) => name.includes('.unfinished')),
      answersOf: async ({ url, key }) =>
        Promise.all(addresses.map((address) => ask(url, key, '/v1/buyer-search', { address, create_deal: false }))),
      whileImportRuns: (work) => whileImportRuns(home, work),
      traffic: () => traffic(running.url, key),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** At least one and at most five addresses of buyers' purchases. */
async function addressesNearPhoenix({ url, key }: StartedPlat): Promise<string[]> {
  const place = await ask(url, key, '/v1/autocomplete', { search_string: 'Phoenix' });
  const [{ latitude, longitude }] = place.body as [{ latitude: number; longitude: number }];
  const near = await ask(url, key, '/v1/buyer-search', { latitude, longitude, radius_miles: 10 });
  const found = near.status === 200 ? (near.body as { address: string }[]) : [];
  if (found.length === 0) throw new Error(`no buyers near Phoenix: ${near.status} ${JSON.stringify(near.body)}`);
  return [...new Set(found.map(({ address }) => address))].slice(0, 5);
}

async function whileImportRuns<T>(home: string, work: () => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ directory: join(home, 'postgres'), log: () => {} });
  const sql = connect(server.url, { applicationName: 'plat-test', maxConnections: 1 });
  try {
    return await withImportLock(sql, work);
  } finally {
    await sql.end({ timeout: 5 });
    await server.close();
  }
}

function traffic(url: string, key: string) {
  let isAsking = true;
  const statuses: number[] = [];
  const asking = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let n = 0; isAsking; n++) {
      // Places far enough apart to count separately.
      const place = { latitude: 33.4 + n / 1_000, longitude: -112.1 - caller };
      statuses.push((await ask(url, key, '/v1/analytics-search', place)).status);
      await Bun.sleep(PAUSE_MS);
    }
  });
  const stop = async () => {
    isAsking = false;
    await Promise.all(asking);
  };
  return { statuses, stop };
}

/** Ways to damage a backup file; each name completes "a backup that was …". */
export const DAMAGES: readonly [name: string, damage: (path: string) => void][] = [
  ['cut short', (path) => truncateSync(path, statSync(path).size - 1_000)],
  ['cut in half', (path) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  [
    'changed in one byte',
    (path) => {
      const bytes = readFileSync(path);
      bytes[Math.floor(bytes.length * 0.7)]! ^= 0xff;
      writeFileSync(path, bytes);
    },
  ],
  ['replaced by a text', (path) => writeFileSync(path, 'hello')],
];

/** A disk of 1 MB. @returns null when this user may not mount one. */
export function mountSmallDisk(): { folder: string; unmount(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'plat-small-disk-'));
  if (Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).exitCode !== 0) {
    rmdirSync(folder);
    return null;
  }
  const unmount = () => {
    Bun.spawnSync(['umount', folder]);
    rmdirSync(folder);
  };
  return { folder, unmount };
}
