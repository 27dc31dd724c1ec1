import { describe, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@plat/kit';
import { plat } from '../backup/started-plat.fixture.ts';
import { lookAt } from '../doctor/look-at.fixture.ts';
import { database, doctor, folder, SLOW_MS, standings, useHomes } from './diagnosis.fixture.ts';

const SECRET = '0123456789abcdef0123456789abcdef0123456789abcdef';

useHomes();

describe('names each problem and its remedy', () => {
  test(
    'does not create a missing home',
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

  test('a home that is a file, and one without permission', async () => {
    const file = join(folder, 'file');
    await Bun.write(file, '');
    expect(await lookAt('home', { home: file })).toMatchObject({ standing: 'fail', seen: `${file} is not a folder` });
    if (process.getuid?.() === 0) return console.log("skipped: another user's home (root may read all)");
    const closed = mkdtempSync(join(folder, 'closed-'));
    chmodSync(closed, 0o500);
    expect(await lookAt('home', { home: closed })).toMatchObject({
      standing: 'fail',
      seen: `this user may not read and write ${closed}`,
    });
  });

  test('a Plat that died while it served a home', async () => {
    const died = mkdtempSync(join(folder, 'died-'));
    const child = Bun.spawn(['true']);
    await child.exited;
    await Bun.write(join(died, 'serving.json'), JSON.stringify({ url: 'http://127.0.0.1:1', pid: child.pid }));
    expect(await lookAt('services', { home: died })).toMatchObject({
      standing: 'fail',
      seen: expect.stringContaining('died'),
      advice: expect.stringContaining('plat start'),
    });
  });

  test.each([
    [{ PLAT_EGRESS_ALLOW_LOOPBACK: 'true', NODE_ENV: 'production' }, 'NODE_ENV is production'],
    [{ PLAT_SKIPTRACE_URL: 'https://skiptrace.example.com' }, 'PLAT_SKIPTRACE_KEY'],
    [{ PLAT_TLS_CERT_FILE: '/nowhere/cert.pem' }, 'PLAT_TLS_KEY_FILE: is required with PLAT_TLS_CERT_FILE'],
  ])('a mistake across several variables: %p', async (env, mistake) => {
    expect(await lookAt('configuration', { env })).toMatchObject({
      standing: 'fail',
      seen: expect.stringContaining(mistake),
    });
  });

  test('accepts everything that one process may have', async () => {
    const env = { PLAT_EGRESS_ALLOW_LOOPBACK: 'true', PLAT_WORKERS: '2', PLAT_INTERNAL_SECRET: SECRET };
    expect(await lookAt('configuration', { env })).toMatchObject({ standing: 'ok' });
  });

  test('reports a mistake in a variable shared by many services once', async () => {
    const { seen } = await lookAt('configuration', { env: { DATABASE_URL: 'mysql://plat' } });
    expect(seen.split('DATABASE_URL:')).toHaveLength(2);
  });

  test(
    'leaves an empty database empty',
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
    'invalid settings, mistyped names and unavailable servers, without any secret',
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
    'a schema that is behind, ahead, or foreign',
    async () => {
      const { sql, url } = database;
      const env = { DATABASE_URL: url };
      await platJsonWith(env, 'migrate');
      const standing = async () => (await lookAt('migrations', { database: { sql, url } })).standing;
      expect(await standing()).toBe('ok');
      await sql`insert into plat_migrations.accounts (hash, created_at) values ('later', 9999999999999)`;
      expect(await lookAt('migrations', { database: { sql, url } })).toMatchObject({
        standing: 'warn',
        advice: expect.stringContaining('newer release'),
      });
      await sql`delete from plat_migrations.accounts where hash = 'later'`;
      const [first] =
        await sql`delete from plat_migrations.investors where id = (select max(id) from plat_migrations.investors) returning *`;
      expect(await lookAt('migrations', { database: { sql, url } })).toMatchObject({
        standing: 'warn',
        advice: expect.stringContaining('plat migrate'),
      });
      await sql`insert into plat_migrations.investors ${sql(first!)}`;
      await sql`update plat_migrations.automation set hash = 'edited'`;
      expect(await standing()).toBe('fail');
    },
    SLOW_MS,
  );

  test('jobs and webhooks without a worker', async () => {
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

  test('a counter that differs from the ledger', async () => {
    const { sql, url } = database;
    await sql`insert into accounts.usage_counters (owner_id, endpoint, month, used, reserved)
      values ('11111111-1111-4111-8111-111111111111', 'buyer_search', '2026-03-01', 7, 0)`;
    expect(await lookAt('ledger', { database: { sql, url } })).toMatchObject({ standing: 'fail' });
    await sql`delete from accounts.usage_counters`;
    expect(await lookAt('ledger', { database: { sql, url } })).toMatchObject({ standing: 'ok' });
  });

  test('a clock that is off by more than two seconds', async () => {
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
  ])('shows the secret %p as %p only', async (secret, standing) => {
    const report = await lookAt('secrets', { env: { PLAT_INTERNAL_SECRET: secret } });
    expect(report.standing).toBe(standing as never);
    expect(JSON.stringify(report)).not.toContain(secret);
  });

  test('a certificate that expires soon, has expired, or lacks its key', async () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const made = Bun.spawnSync(
      ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '90', '-subj', '/CN=localhost'].concat(
        ...['-keyout', key, '-out', cert],
      ),
    );
    if (made.exitCode !== 0) return console.log('skipped: a certificate (this machine has no openssl)');
    const env = { PLAT_TLS_CERT_FILE: cert, PLAT_TLS_KEY_FILE: key };
    const inDays = (days: number) => lookAt('tls_certificate', { env, nowMs: () => Date.now() + days * DAY_MS });
    expect(await inDays(0)).toMatchObject({ standing: 'ok' });
    expect(await inDays(75)).toMatchObject({ standing: 'warn', advice: 'Renew it.' });
    expect(await inDays(100)).toMatchObject({ standing: 'fail' });
    expect(await lookAt('tls_certificate', { env: { PLAT_TLS_CERT_FILE: cert } })).toMatchObject({ standing: 'fail' });
  });
});

async function platJsonWith(env: Record<string, string>, ...words: string[]): Promise<void> {
  const { exitCode, stderr } = await plat([...words, '--json', '--home', join(folder, 'unused')], env);
  if (exitCode !== 0) throw new Error(stderr);
}
