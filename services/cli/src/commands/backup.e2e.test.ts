import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openHome, restoredHome } from '@plat/standalone/home';
import { readArchive } from '../backup/archive.ts';
import { ask, plat, platJson, spawnPlat, startPlat } from '../backup/started-plat.fixture.ts';
import { AS_OF, type BackupUnderTest, backupUnderTest, DAMAGES, mountSmallDisk } from './backup-under-test.fixture.ts';

const SLOW_MS = 300_000;

let under: BackupUnderTest;
let { home, file, running, key, keyId, at, leftovers } = {} as BackupUnderTest;
let answersBefore: unknown;
beforeAll(async () => {
  under = await backupUnderTest();
  ({ home, file, running, key, keyId, at, leftovers } = under);
  answersBefore = await under.answersOf(running);
}, SLOW_MS);
afterAll(() => under?.close(), SLOW_MS);

const usageOf = async (ofHome: string) => platJson('usage', 'verify', '--home', ofHome);

describe('a backup of a running Plat', () => {
  let answered = 0;
  let answeredBefore = 0;

  test(
    'fails no concurrent request, and holds every count answered before it began',
    async () => {
      const { statuses, stop } = under.traffic();
      await Bun.sleep(500);
      answeredBefore = statuses.length;
      const report = await platJson('backup', file, '--home', home);
      await Bun.sleep(200);
      await stop();
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
    'restores to a home with the same answers, keys and counters',
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
        expect(await under.answersOf(other)).toEqual(answersBefore as never);
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
    'contains the facts that rebuild the dataset',
    async () => {
      const restored = at('restored');
      const before = await platJson('market', 'status', '--home', restored);
      await platJson('market', 'rebuild', '--as-of', AS_OF, '--home', restored);
      const after = await platJson('market', 'status', '--home', restored);
      const unversioned = (status: typeof before) => ({
        ...status,
        version: 0,
        regions: [],
        realms: { ...status.realms, sample: { ...status.realms.sample, version: 0 } },
      });
      expect(unversioned(after)).toEqual(unversioned(before));
    },
    SLOW_MS,
  );
});

describe('a refused command changes nothing and gives the reason', () => {
  const refused = async (words: string[], more: Record<string, string> = {}) => {
    const { exitCode, stdout, stderr } = await plat(words, more);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).not.toContain('    at ');
    expect(leftovers()).toEqual([]);
    return stderr;
  };

  test.each(DAMAGES)(
    'rejects a backup that was %s',
    async (_, damage) => {
      const damaged = at('damaged.backup');
      copyFileSync(file, damaged);
      damage(damaged);
      expect(await refused(['restore', damaged, '--home', at('never')])).toMatch(
        /not a complete backup|not a Plat backup/,
      );
      expect(existsSync(at('never'))).toBe(false);
    },
    SLOW_MS,
  );

  test(
    'rejects an existing home',
    async () => {
      expect(await refused(['restore', file, '--home', home])).toContain('--replace');
    },
    SLOW_MS,
  );

  test(
    'rejects a home in use, even with --replace',
    async () => {
      expect(await refused(['restore', file, '--replace', '--home', home])).toContain('Another Plat already serves');
      expect((await ask(running.url, running.key, '/v1/autocomplete', { search_string: 'Phoenix' })).status).toBe(200);
    },
    SLOW_MS,
  );

  test(
    'rejects an existing file, a file inside the home, and a missing home',
    async () => {
      expect(await refused(['backup', file, '--home', home])).toContain('--overwrite');
      symlinkSync(home, at('link to home'));
      for (const into of [home, at('link to home')]) {
        expect(await refused(['backup', join(into, 'x.backup'), '--home', home])).toContain('inside the home');
      }
      expect(await refused(['backup', at('x.backup'), '--home', at('nothing')])).toContain('There is no home');
      expect(existsSync(at('nothing'))).toBe(false);
    },
    SLOW_MS,
  );

  test(
    'rejects a server of DATABASE_URL, which has its own tools',
    async () => {
      const other = { DATABASE_URL: 'postgres://plat:secret@127.0.0.1:1/plat' };
      expect(await refused(['backup', at('x.backup'), '--home', home], other)).toContain('pg_dump');
      expect(await refused(['restore', file, '--home', at('never')], other)).toContain('DATABASE_URL');
    },
    SLOW_MS,
  );

  const disk = mountSmallDisk();
  afterAll(() => disk?.unmount());
  if (disk === null) console.log('skipped: a full disk (this user may not mount one)');
  test.skipIf(disk === null)(
    'reports a full disk and leaves no file',
    async () => {
      const small = disk!.folder;
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
  'one of several parallel backups to one name succeeds; the others report it and overwrite nothing',
  async () => {
    const target = at('both.backup');
    // Both begin without a file of that name before either can end.
    const both = await under.whileImportRuns(async () => {
      const running = [1, 2].map(() => plat(['backup', target, '--json', '--home', home]));
      while (leftovers().length < running.length) await Bun.sleep(5);
      return { running };
    });
    const ended = await Promise.all(both.running);
    expect(ended.map(({ exitCode }) => exitCode).sort()).toEqual([0, 1]);
    const failed = ended.find(({ exitCode }) => exitCode === 1)!;
    expect(`${failed.stdout}${failed.stderr}`).toContain(`${target} was created meanwhile`);
    expect(leftovers()).toEqual([]);
    await readArchive(target, async () => {});
  },
  SLOW_MS,
);

describe('a process killed at any moment', () => {
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

  test('the next process to open the home completes a restore killed between its last two steps', () => {
    const target = at('half-replaced');
    mkdirSync(restoredHome(target));
    writeFileSync(join(restoredHome(target), 'demo-key'), 'kept');
    expect(openHome(target).isNew).toBe(false);
    expect(readFileSync(join(target, 'demo-key'), 'utf8')).toBe('kept');
    expect(existsSync(restoredHome(target))).toBe(false);
  });

  test(
    'both report Ctrl-C and leave nothing',
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
      await under.whileImportRuns(() => stopped(at('stopped.backup'), 'backup', at('stopped.backup'), '--home', home));
      // An endless backup keeps the restore running.
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
  'a replaced home is kept beside the new one',
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
