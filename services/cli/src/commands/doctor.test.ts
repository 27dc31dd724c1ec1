import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeSampleMarket } from '@plat/pipeline/sample';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { plat, removeHomes, type StartedPlat, startPlat } from '../backup/started-plat.fixture.ts';
import { type Check, runChecks, type Surroundings, worst } from '../doctor/check.ts';
import { CHECKS } from '../doctor/checks/index.ts';
import { editDistance, knownSettings, nearestName } from '../doctor/known-settings.ts';
import { lookAt } from '../doctor/look-at.fixture.ts';

const AS_OF = '2026-03-01';
const SLOW_MS = 180_000;
const SECRET = '0123456789abcdef0123456789abcdef0123456789abcdef';

let folder: string;
let home: string;
let database: TestDatabase;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plat-doctor-'));
  home = join(folder, 'home');
  database = await testDatabase();
}, SLOW_MS);
afterAll(async () => {
  await database.close();
  removeHomes(folder);
}, SLOW_MS);

interface Diagnosis {
  exitCode: number;
  result: string;
  checks: { name: string; standing: string; seen: string; advice?: string }[];
  said: string;
}

async function doctor(env: Record<string, string>, ofHome = home): Promise<Diagnosis> {
  const { exitCode, stdout, stderr } = await plat(['doctor', '--json', '--home', ofHome], env);
  return { exitCode, ...JSON.parse(stdout), said: stdout + stderr };
}

const standings = ({ checks }: Diagnosis) => Object.fromEntries(checks.map(({ name, standing }) => [name, standing]));

describe('a home that serves a market of today', () => {
  let running: StartedPlat;
  beforeAll(async () => {
    running = await startPlat(home, '--as-of', AS_OF, '--sample-parcels', '300');
    const { files } = await writeSampleMarket({ directory: join(folder, 'records'), asOf: AS_OF, parcels: 300 });
    const imported = await plat(['import', 'canonical', ...files, '--as-of', AS_OF, '--home', home]);
    expect([imported.exitCode, imported.stderr]).toEqual([0, expect.any(String)]);
  }, SLOW_MS);
  afterAll(async () => {
    await running.stop();
  }, SLOW_MS);

  test(
    'is well, in every check that has something to look at',
    async () => {
      const diagnosis = await doctor({ PLAT_AS_OF: AS_OF });
      expect(diagnosis.checks.filter(({ standing }) => standing === 'warn' || standing === 'fail')).toEqual([]);
      expect(diagnosis).toMatchObject({ exitCode: 0, result: 'ok' });
      expect(standings(diagnosis)).toMatchObject({
        ...{ postgres: 'ok', migrations: 'ok', services: 'ok', dataset: 'ok', dataset_tables: 'ok', ledger: 'ok' },
        ...{ suppressions: 'ok', jobs: 'ok', webhooks: 'ok', redis: 'skipped', tls_certificate: 'skipped' },
      });
    },
    SLOW_MS,
  );

  test(
    'is told when lists grow old: a warning after 25 days, every number withheld after 31',
    async () => {
      // The generated list is of 2026-02-24.
      const on = async (day: string) => {
        const { checks } = await doctor({ PLAT_AS_OF: day });
        return checks.find(({ name }) => name === 'suppressions')!;
      };
      expect(await on('2026-03-21')).toMatchObject({ standing: 'ok' });
      expect(await on('2026-03-22')).toMatchObject({ standing: 'warn' });
      expect(await on('2026-03-27')).toMatchObject({ standing: 'warn' });
      const late = await doctor({ PLAT_AS_OF: '2026-03-28' });
      expect(late).toMatchObject({ exitCode: 2, result: 'fail' });
      expect(late.checks.find(({ name }) => name === 'suppressions')!.seen).toContain(
        'every telephone number is withheld',
      );
    },
    SLOW_MS,
  );

  test(
    'is told which secrets and contacts others can read',
    async () => {
      chmodSync(join(home, 'internal-secret'), 0o644);
      chmodSync(join(home, 'market'), 0o755);
      try {
        const found = (await doctor({ PLAT_AS_OF: AS_OF })).checks.find(({ name }) => name === 'home');
        expect(found).toMatchObject({ standing: 'fail', seen: 'others can read internal-secret, market' });
        expect(found!.advice).toContain(`chmod go= ${join(home, 'internal-secret')}`);
      } finally {
        chmodSync(join(home, 'internal-secret'), 0o600);
        chmodSync(join(home, 'market'), 0o700);
      }
    },
    SLOW_MS,
  );
});

describe('what is wrong is named, with what to do', () => {
  test(
    'a home that is not there is not made',
    async () => {
      const nowhere = join(folder, 'nowhere');
      const diagnosis = await doctor({}, nowhere);
      expect(diagnosis.exitCode).toBe(2);
      expect(standings(diagnosis)).toMatchObject({ home: 'fail', postgres: 'fail', dataset: 'skipped' });
      expect((await plat(['doctor', '--home', nowhere])).exitCode).toBe(2);
      expect(await Bun.file(nowhere).exists()).toBe(false);
    },
    SLOW_MS,
  );

  test('a home that is a file, and one that this user may not use', async () => {
    const file = join(folder, 'file');
    await Bun.write(file, '');
    expect(await lookAt('home', { home: file })).toMatchObject({ standing: 'fail', seen: `${file} is no folder` });
    if (process.getuid?.() === 0) return console.log('skipped: a home of somebody else, for root may use all');
    const closed = mkdtempSync(join(folder, 'closed-'));
    chmodSync(closed, 0o500);
    expect(await lookAt('home', { home: closed })).toMatchObject({
      ...{ standing: 'fail', seen: `this user may not read and write ${closed}` },
    });
  });

  test('a Plat that died under its home', async () => {
    const died = mkdtempSync(join(folder, 'died-'));
    const child = Bun.spawn(['true']);
    await child.exited;
    await Bun.write(join(died, 'serving.json'), JSON.stringify({ url: 'http://127.0.0.1:1', pid: child.pid }));
    expect(await lookAt('services', { home: died })).toMatchObject({
      ...{ standing: 'fail', seen: expect.stringContaining('ended without a stop') },
      advice: expect.stringContaining('plat start'),
    });
  });

  test.each([
    [{ PLAT_EGRESS_ALLOW_LOOPBACK: 'true', NODE_ENV: 'production' }, 'NODE_ENV is production'],
    [{ PLAT_SKIPTRACE_URL: 'https://skiptrace.example.com' }, 'PLAT_SKIPTRACE_KEY'],
    [{ PLAT_TLS_CERT_FILE: '/nowhere/cert.pem' }, 'PLAT_TLS_KEY_FILE: is required beside PLAT_TLS_CERT_FILE'],
  ])('a mistake that shows in several variables together: %p', async (env, mistake) => {
    expect(await lookAt('configuration', { env })).toMatchObject({
      ...{ standing: 'fail', seen: expect.stringContaining(mistake) },
    });
  });

  test('nothing of what one process may have is a mistake', async () => {
    const env = { PLAT_EGRESS_ALLOW_LOOPBACK: 'true', PLAT_WORKERS: '2', PLAT_INTERNAL_SECRET: SECRET };
    expect(await lookAt('configuration', { env })).toMatchObject({ standing: 'ok' });
  });

  test('one mistake in a variable that many services read is told once', async () => {
    const { seen } = await lookAt('configuration', { env: { DATABASE_URL: 'mysql://plat' } });
    expect(seen.split('DATABASE_URL:')).toHaveLength(2);
  });

  test(
    'a database that is empty is left empty',
    async () => {
      const diagnosis = await doctor({ DATABASE_URL: database.url });
      expect(standings(diagnosis)).toMatchObject({
        postgres: 'ok',
        migrations: 'warn',
        dataset: 'warn',
        ledger: 'skipped',
      });
      const schemas =
        await database.sql`select 1 from pg_namespace where nspname in ('accounts', 'market', 'investors')`;
      expect(schemas.length).toBe(0);
    },
    SLOW_MS,
  );

  test(
    'mistakes in the settings, mistyped names, servers that are away; and no secret is repeated',
    async () => {
      const diagnosis = await doctor({
        DATABASE_URL: 'postgres://plat:hunter2@127.0.0.1:1/plat',
        REDIS_URL: 'redis://:hunter3@127.0.0.1:1',
        PLAT_GEO_URL: 'http://127.0.0.1:1',
        PLAT_INTERNAL_SECRET: 'hunter4hunter4hunter4hunter4hunter4',
        PLAT_WORKERS: 'many',
        PLAT_GEOCODER_TIMEOUT: '5',
        plat_as_of: '2026-03-01',
        DATABSE_URL: 'postgres://elsewhere',
        REDISURL: 'redis://elsewhere',
        OTHER_DATABASE: 'x',
      });
      expect(diagnosis.exitCode).toBe(2);
      expect(standings(diagnosis)).toMatchObject({ configuration: 'fail', unknown_settings: 'warn', services: 'fail' });
      expect(standings(diagnosis)).toMatchObject({ postgres: 'fail', secrets: 'fail' });
      expect(diagnosis.said).toContain('PLAT_WORKERS');
      const unknown = diagnosis.checks.find(({ name }) => name === 'unknown_settings')!.seen;
      expect(unknown).toBe(
        'nothing reads DATABSE_URL (DATABASE_URL?), PLAT_GEOCODER_TIMEOUT (PLAT_GEOCODER_TIMEOUT_MS?), REDISURL (REDIS_URL?), plat_as_of (PLAT_AS_OF?)',
      );
      expect(diagnosis.said).not.toMatch(/hunter\d/);
    },
    SLOW_MS,
  );

  test(
    'a schema that is behind, ahead, or another one',
    async () => {
      const { sql, url } = database;
      const env = { DATABASE_URL: url };
      await platJsonWith(env, 'migrate');
      const standing = async () => (await lookAt('migrations', { database: { sql, url } })).standing;
      expect(await standing()).toBe('ok');
      await sql`insert into plat_migrations.accounts (hash, created_at) values ('later', 9999999999999)`;
      expect(await lookAt('migrations', { database: { sql, url } })).toMatchObject({
        ...{ standing: 'warn', advice: expect.stringContaining('newer release') },
      });
      await sql`delete from plat_migrations.accounts where hash = 'later'`;
      const [first] =
        await sql`delete from plat_migrations.investors where id = (select max(id) from plat_migrations.investors) returning *`;
      expect(await lookAt('migrations', { database: { sql, url } })).toMatchObject({
        ...{ standing: 'warn', advice: expect.stringContaining('plat migrate') },
      });
      await sql`insert into plat_migrations.investors ${sql(first!)}`;
      await sql`update plat_migrations.automation set hash = 'edited'`;
      expect(await standing()).toBe('fail');
    },
    SLOW_MS,
  );

  test('jobs and webhooks that nobody works on', async () => {
    const { sql, url } = database;
    const waiting = { database: { sql, url } };
    expect(await lookAt('jobs', waiting)).toMatchObject({ standing: 'ok' });
    await sql`alter schema investors_jobs rename to kept_jobs`;
    await sql`create schema investors_jobs`;
    await sql`create table investors_jobs.job (state text, start_after timestamptz)`;
    try {
      await sql`insert into investors_jobs.job values ('created', now() - interval '5 minutes'), ('completed', now() - interval '2 days')`;
      expect(await lookAt('jobs', waiting)).toMatchObject({ standing: 'warn', seen: '1 due, the first since 5 min' });
      await sql`insert into investors_jobs.job values ('retry', now() - interval '1 hour'), ('created', now() + interval '1 hour')`;
      expect(await lookAt('jobs', waiting)).toMatchObject({ standing: 'fail', seen: '2 due, the first since 60 min' });
    } finally {
      await sql`drop schema investors_jobs cascade`;
      await sql`alter schema kept_jobs rename to investors_jobs`;
    }
  });

  test('a counter that is not that of the ledger', async () => {
    const { sql, url } = database;
    await sql`insert into accounts.usage_counters (owner_id, endpoint, month, used, reserved)
      values ('11111111-1111-4111-8111-111111111111', 'buyer_search', '2026-03-01', 7, 0)`;
    expect(await lookAt('ledger', { database: { sql, url } })).toMatchObject({ standing: 'fail' });
    await sql`delete from accounts.usage_counters`;
    expect(await lookAt('ledger', { database: { sql, url } })).toMatchObject({ standing: 'ok' });
  });

  test('a clock that is more than two seconds away', async () => {
    const { sql, url } = database;
    const at = (skewMs: number) =>
      lookAt('clock_postgres', { database: { sql, url }, nowMs: () => Date.now() + skewMs });
    expect(await at(0)).toMatchObject({ standing: 'ok' });
    expect(await at(60_000)).toMatchObject({ standing: 'warn' });
    expect(await at(-60_000)).toMatchObject({ standing: 'warn' });
  });

  test.each([
    ['short', 'fail'],
    ['a'.repeat(64), 'fail'],
    ['abcd'.repeat(16), 'fail'],
    [SECRET.slice(0, 40) + SECRET.slice(3, 20), 'ok'],
  ])('the secret %p stands as %p, unseen', async (secret, standing) => {
    const report = await lookAt('secrets', { env: { PLAT_INTERNAL_SECRET: secret } });
    expect(report.standing).toBe(standing as never);
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  test('a certificate that ends soon, has ended, or has no key', async () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = Bun.spawnSync(
      ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '90', '-subj', '/CN=localhost'].concat(
        ...['-keyout', key, '-out', cert],
      ),
    );
    if (made.exitCode !== 0) return console.log('skipped: a certificate, for this machine has no openssl');
    const env = { PLAT_TLS_CERT_FILE: cert, PLAT_TLS_KEY_FILE: key };
    const inDays = (days: number) => lookAt('tls_certificate', { env, nowMs: () => Date.now() + days * 86_400_000 });
    expect(await inDays(0)).toMatchObject({ standing: 'ok' });
    expect(await inDays(75)).toMatchObject({ standing: 'warn', advice: 'Renew it.' });
    expect(await inDays(100)).toMatchObject({ standing: 'fail' });
    expect(await lookAt('tls_certificate', { env: { PLAT_TLS_CERT_FILE: cert } })).toMatchObject({ standing: 'fail' });
  });
});

describe('checks', () => {
  const at = {} as Surroundings;
  const hangs: Check = { name: 'hangs', look: () => new Promise(() => {}) };
  const breaks: Check = {
    name: 'breaks',
    look: () => {
      throw new Error('postgres://plat:secret@host broke\n    at somewhere');
    },
  };

  test('that hang or break have failed, in bounded time', async () => {
    // Both timers run from now: on a busy machine they are late together, and in their order.
    const reports = await Promise.race([runChecks([hangs, breaks], at, 100), Bun.sleep(1_000).then(() => [])]);
    expect(reports.map(({ name, standing }) => [name, standing])).toEqual([
      ['hangs', 'fail'],
      ['breaks', 'fail'],
    ]);
    expect(JSON.stringify(reports)).not.toContain('    at ');
    expect(worst(reports)).toBe('fail');
  });

  test('have names of their own, of letters that programs can rely on', () => {
    const names = CHECKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z_]+$/);
  });
});

describe('a name that nothing reads', () => {
  test('is compared with every setting that there is', () => {
    const known = knownSettings();
    for (const name of [
      'PLAT_WORKERS',
      'PLAT_GEOCODER_URL',
      'PLAT_INTERNAL_SECRET',
      'PLAT_HOME',
      'DATABASE_URL',
      'REDIS_URL',
    ]) {
      expect(known).toContain(name);
    }
    expect(nearestName('PLAT_WORKER', known)).toBe('PLAT_WORKERS');
    expect(nearestName('PLAT_INTERNAL_SECRT', known)).toBe('PLAT_INTERNAL_SECRET');
    expect(nearestName('PLAT_SOMETHING_ELSE_ALTOGETHER', known)).toBeNull();
  });

  test('is no variable of the compose file', () => {
    const text = readFileSync(join(import.meta.dir, '..', '..', '..', '..', 'docker-compose.yml'), 'utf8');
    const variables = [...text.matchAll(/\$\{(PLAT_\w+)/g)].map(([, name]) => name ?? '');
    expect(variables.length).toBeGreaterThan(10);
    const known = knownSettings();
    expect(variables.filter((name) => !known.has(name))).toEqual([]);
  });

  test('is as far from another as that one from it, and not farther than by a third', () => {
    const word = fc.string({ maxLength: 12 });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
    );
  });
});

async function platJsonWith(env: Record<string, string>, ...words: string[]): Promise<void> {
  const { exitCode, stderr } = await plat([...words, '--json', '--home', join(folder, 'unused')], env);
  if (exitCode !== 0) throw new Error(stderr);
}
