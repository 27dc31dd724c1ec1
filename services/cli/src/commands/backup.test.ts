import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withImportLock } from '@plat/dataset';
import { connect, startEmbeddedPostgres } from '@plat/db';
import { openHome, restoredHome } from '@plat/standalone/home';
import { readArchive } from '../backup/archive.ts';
import {
  ask,
  plat,
  platJson,
  removeHomes,
  type StartedPlat,
  spawnPlat,
  startPlat,
} from '../backup/started-plat.fixture.ts';

const AS_OF = '2026-03-01';
const SLOW_MS = 300_000;
const CALLERS = 4;
/** Between the calls of one caller: a backup is asked past all along, and not only asked. */
const PAUSE_MS = 20;

let folder: string;
let home: string;
let file: string;
let running: StartedPlat;
let key: string;
let keyId: string;
const at = (name: string) => join(folder, name);

/** What everything else is compared with: buyers around some addresses, and what the dataset says of itself. */
async function answersOf({ url }: StartedPlat, of: string, addresses: readonly string[]) {
  const buyers = addresses.map((address) => ask(url, of, '/v1/buyer-search', { address, create_deal: false }));
  return Promise.all(buyers);
}

let addresses: string[];
let answersBefore: unknown;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-backup-'));
  [home, file] = [at('home'), at('plat.backup')];
  running = await startPlat(home, '--as-of', AS_OF, '--sample-parcels', '300');
  const made = await platJson(
    ...['key', 'create', '--kind', 'subscriber', '--name', 'CRM', '--rate-limit', '100000', '--home', home],
  );
  [key, keyId] = [made.key, made.id];
  await platJson('account', 'limit', 'CRM', 'analytics_search', '--custom', '1000000', '--home', home);
  const place = await ask(running.url, running.key, '/v1/autocomplete', { search_string: 'Phoenix' });
  const [{ latitude, longitude }] = place.body as [{ latitude: number; longitude: number }];
  const near = await ask(running.url, running.key, '/v1/buyer-search', { latitude, longitude, radius_miles: 10 });
  expect(near).toMatchObject({ status: 200 });
  addresses = [...new Set((near.body as { address: string }[]).map(({ address }) => address))].slice(0, 5);
  expect(addresses.length).toBeGreaterThan(0);
  answersBefore = await answersOf(running, running.key, addresses);
}, SLOW_MS);
afterAll(async () => {
  await running?.stop();
  removeHomes(folder);
}, SLOW_MS);

const usageOf = async (ofHome: string) => platJson('usage', 'verify', '--home', ofHome);
const leftovers = () => readdirSync(folder).filter((name) => name.includes('.unfinished'));

/** Does something while an import seems to run, whose end backups wait for. */
async function whileNoneCanEnd<T>(work: () => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ directory: join(home, 'postgres'), log: () => {} });
  const sql = connect(server.url, { applicationName: 'plat-test', maxConnections: 1 });
  try {
    return await withImportLock(sql, work);
  } finally {
    await sql.end({ timeout: 5 });
    await server.close();
  }
}

describe('a backup of a Plat that serves', () => {
  let answered = 0;
  let answeredBefore = 0;

  test(
    'fails no request that comes meanwhile, and holds every count that was answered before it began',
    async () => {
      let isAsking = true;
      const statuses: number[] = [];
      const asking = Array.from({ length: CALLERS }, async (_, caller) => {
        for (let n = 0; isAsking; n++) {
          // Places so far apart that each is counted for itself.
          const place = { latitude: 33.4 + n / 1_000, longitude: -112.1 - caller };
          statuses.push((await ask(running.url, key, '/v1/analytics-search', place)).status);
          await Bun.sleep(PAUSE_MS);
        }
      });
      await Bun.sleep(500);
      answeredBefore = statuses.length;
      const report = await platJson('backup', file, '--home', home);
      await Bun.sleep(200);
      isAsking = false;
      await Promise.all(asking);
      answered = statuses.length;
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
      expect(answered).toBeGreaterThan(answeredBefore);
      expect(report).toMatchObject({ file, dataset_version: 1, postgres: expect.stringMatching(/^18\./) });
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(leftovers()).toEqual([]);
    },
    SLOW_MS,
  );

  test(
    'becomes a home that answers the same, knows the same keys, and counts on from the same counters',
    async () => {
      const restored = at('restored');
      const report = await platJson('restore', file, '--home', restored);
      expect(report).toMatchObject({ home: restored, dataset_version: 1, replaced_home: null });
      for (const secret of ['demo-key', 'internal-secret', 'postgres/password']) {
        expect(readFileSync(join(restored, secret))).toEqual(readFileSync(join(home, secret)));
        expect(statSync(join(restored, secret)).mode & 0o777).toBe(0o600);
      }
      const counted = await usageOf(restored);
      expect(counted).toMatchObject({ ok: true, differences: [] });
      const market = (of: string) => platJson('market', 'status', '--home', of);
      expect(await market(restored)).toEqual(await market(home));
      const other = await startPlat(restored, '--as-of', AS_OF, '--sample-parcels', '300');
      try {
        expect(other.key).toBe(running.key);
        expect(await answersOf(other, other.key, addresses)).toEqual(answersBefore as never);
        expect((await ask(other.url, key, '/v1/autocomplete', { search_string: 'Phoenix' })).status).toBe(200);
        const usage = await platJson('usage', 'show', '--key', keyId, '--home', restored);
        const used = usage.endpoints.find(({ endpoint }: { endpoint: string }) => endpoint === 'analytics_search').used;
        expect(used).toBeGreaterThanOrEqual(answeredBefore);
        expect(used).toBeLessThanOrEqual(answered);
      } finally {
        await other.stop();
      }
    },
    SLOW_MS,
  );

  test(
    'has the facts from which the dataset can be built anew',
    async () => {
      const restored = at('restored');
      const before = await platJson('market', 'status', '--home', restored);
      await platJson('market', 'rebuild', '--as-of', AS_OF, '--home', restored);
      const after = await platJson('market', 'status', '--home', restored);
      const unversioned = (status: typeof before) => ({
        ...{ ...status, version: 0, regions: [] },
        realms: { ...status.realms, sample: { ...status.realms.sample, version: 0 } },
      });
      expect(unversioned(after)).toEqual(unversioned(before));
    },
    SLOW_MS,
  );
});

describe('what is refused changes nothing, and says why', () => {
  const refused = async (words: string[], more: Record<string, string> = {}) => {
    const { exitCode, stdout, stderr } = await plat(words, more);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).not.toContain('    at ');
    expect(leftovers()).toEqual([]);
    return stderr;
  };

  test.each([
    ['cut short', (path: string) => truncateSync(path, statSync(path).size - 1_000)],
    ['cut in half', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    [
      'changed in one byte',
      (path: string) => {
        const bytes = readFileSync(path);
        bytes[Math.floor(bytes.length * 0.7)]! ^= 0xff;
        writeFileSync(path, bytes);
      },
    ],
    ['no backup at all', (path: string) => writeFileSync(path, 'hello')],
  ])(
    'a backup that was %s',
    async (_, damage) => {
      const damaged = at('damaged.backup');
      copyFileSync(file, damaged);
      damage(damaged);
      expect(await refused(['restore', damaged, '--home', at('never')])).toMatch(
        /no complete backup|no backup of Plat/,
      );
      expect(existsSync(at('never'))).toBe(false);
    },
    SLOW_MS,
  );

  test(
    'a home that is there',
    async () => {
      expect(await refused(['restore', file, '--home', home])).toContain('--replace');
    },
    SLOW_MS,
  );

  test(
    'a home that serves, even to be replaced',
    async () => {
      expect(await refused(['restore', file, '--replace', '--home', home])).toContain('Another Plat already serves');
      expect((await ask(running.url, running.key, '/v1/autocomplete', { search_string: 'Phoenix' })).status).toBe(200);
    },
    SLOW_MS,
  );

  test(
    'a file that is there, a place inside of the home, and a home that is none',
    async () => {
      expect(await refused(['backup', file, '--home', home])).toContain('--overwrite');
      symlinkSync(home, at('link to home'));
      for (const into of [home, at('link to home')]) {
        expect(await refused(['backup', join(into, 'x.backup'), '--home', home])).toContain('inside of the home');
      }
      expect(await refused(['backup', at('x.backup'), '--home', at('nothing')])).toContain('There is no home');
      expect(existsSync(at('nothing'))).toBe(false);
    },
    SLOW_MS,
  );

  test(
    'a server of DATABASE_URL, which has tools of its own',
    async () => {
      const other = { DATABASE_URL: 'postgres://plat:secret@127.0.0.1:1/plat' };
      expect(await refused(['backup', at('x.backup'), '--home', home], other)).toContain('pg_dump');
      expect(await refused(['restore', file, '--home', at('never')], other)).toContain('DATABASE_URL');
    },
    SLOW_MS,
  );

  const small = join(tmpdir(), `plat-small-disk-${process.pid}`);
  mkdirSync(small, { recursive: true });
  const isMounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', small]).exitCode === 0;
  afterAll(() => {
    if (isMounted) Bun.spawnSync(['umount', small]);
    Bun.spawnSync(['rmdir', small]);
  });
  if (!isMounted) console.log('skipped: a full disk, for this user may not mount one');
  test.skipIf(!isMounted)(
    'a disk that is too small, which keeps nothing of it',
    async () => {
      expect(await refused(['backup', join(small, 'x.backup'), '--home', home])).toContain('is full');
      expect(readdirSync(small)).toEqual([]);
      mkdirSync(join(small, 'deep'));
      expect(await refused(['restore', file, '--home', join(small, 'deep', 'home')])).toContain('is full');
      expect(readdirSync(join(small, 'deep'))).toEqual([]);
    },
    SLOW_MS,
  );
});

test(
  'of backups to one name at the same time one has it, and the others say so and overwrite nothing',
  async () => {
    const target = at('both.backup');
    // Both have begun, and found no file of that name, before either can end.
    const both = await whileNoneCanEnd(async () => {
      const running = [1, 2].map(() => plat(['backup', target, '--json', '--home', home]));
      while (leftovers().length < running.length) await Bun.sleep(5);
      return { running };
    });
    const ended = await Promise.all(both.running);
    expect(ended.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    const failed = ended.find(({ exitCode }) => exitCode === 1)!;
    expect(`${failed.stdout}${failed.stderr}`).toContain(`${target} was made meanwhile`);
    expect(leftovers()).toEqual([]);
    await readArchive(target, async () => {});
  },
  SLOW_MS,
);

describe('killed at any moment', () => {
  const pausesMs = [300, 700, 1_000, 1_400, 1_900, 2_600];

  test(
    'a backup leaves no file of its name, or a complete one',
    async () => {
      for (const pauseMs of pausesMs) {
        const target = at('killed.backup');
        const child = spawnPlat(['backup', target, '--overwrite', '--home', home]);
        await Bun.sleep(pauseMs);
        child.kill('SIGKILL');
        await child.exited;
        if (existsSync(target)) await readArchive(target, async () => {});
      }
      await platJson('backup', at('killed.backup'), '--overwrite', '--home', home);
      expect(leftovers()).toEqual([]);
      expect((await ask(running.url, running.key, '/v1/autocomplete', { search_string: 'Phoenix' })).status).toBe(200);
    },
    SLOW_MS,
  );

  test(
    'a restore leaves no home, or a complete one',
    async () => {
      for (const pauseMs of pausesMs) {
        const target = at('killed-home');
        const child = spawnPlat(['restore', file, '--replace', '--home', target]);
        await Bun.sleep(pauseMs);
        child.kill('SIGKILL');
        await child.exited;
        if (existsSync(target)) expect(await usageOf(target)).toMatchObject({ ok: true });
      }
      await platJson('restore', file, '--replace', '--home', at('killed-home'));
      expect(await usageOf(at('killed-home'))).toMatchObject({ ok: true });
      expect(leftovers()).toEqual([]);
    },
    SLOW_MS,
  );

  test('between its last two steps, a restore is finished by whoever opens the home next', () => {
    const target = at('half-replaced');
    mkdirSync(restoredHome(target));
    writeFileSync(join(restoredHome(target), 'demo-key'), 'kept');
    expect(openHome(target).isNew).toBe(false);
    expect(readFileSync(join(target, 'demo-key'), 'utf8')).toBe('kept');
    expect(existsSync(restoredHome(target))).toBe(false);
  });

  test(
    'by Ctrl-C, either says so and leaves nothing',
    async () => {
      const stopped = async (made: string, ...words: string[]) => {
        const child = spawnPlat(words);
        while (leftovers().length === 0 && child.exitCode === null) await Bun.sleep(5);
        child.kill('SIGINT');
        expect(await child.exited).toBe(1);
        expect(await new Response(child.stderr).text()).toContain('Interrupted.');
        expect(existsSync(made)).toBe(false);
        expect(leftovers()).toEqual([]);
      };
      await whileNoneCanEnd(() => stopped(at('stopped.backup'), 'backup', at('stopped.backup'), '--home', home));
      // A backup that never comes to its end, so that no restore of it does.
      Bun.spawnSync(['mkfifo', at('endless.backup')]);
      const endless = openSync(at('endless.backup'), 'r+');
      writeSync(endless, readFileSync(file).subarray(0, 10_000));
      await stopped(at('stopped-home'), 'restore', at('endless.backup'), '--home', at('stopped-home'));
      closeSync(endless);
    },
    SLOW_MS,
  );
});

test(
  'a home that is replaced is kept beside the new one',
  async () => {
    const target = at('restored');
    const late = await platJson('key', 'create', '--kind', 'subscriber', '--name', 'Late', '--home', target);
    const { replaced_home: aside } = await platJson('restore', file, '--replace', '--home', target);
    const keysOf = async (of: string) =>
      (await platJson('key', 'list', '--home', of)).keys.map(({ id }: { id: string }) => id);
    expect(await keysOf(target)).not.toContain(late.id);
    expect(await keysOf(aside)).toContain(late.id);
  },
  SLOW_MS,
);
