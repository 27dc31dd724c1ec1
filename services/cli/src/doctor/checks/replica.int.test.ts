import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect, type Sql } from '@plat/db';
import { type ReplicatedServers, startReplicatedServers } from '@plat/db/replicated-servers';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { lookAt } from '../look-at.fixture.ts';

const SLOW_MS = 120_000;

let servers: ReplicatedServers;
let primary: Sql;
let other: TestDatabase;
beforeAll(async () => {
  [servers, other] = await Promise.all([startReplicatedServers(), testDatabase()]);
  primary = connect(servers.primary.url, { applicationName: 'test' });
}, SLOW_MS);
afterAll(async () => {
  await primary.end({ timeout: 0 });
  await Promise.all([servers.close(), other.close()]);
}, SLOW_MS);

const look = (readUrl: string, more: Readonly<Record<string, string>> = {}) =>
  lookAt('postgres_replica', {
    database: { sql: primary, url: servers.primary.url },
    isEmbedded: false,
    env: { DATABASE_URL: servers.primary.url, DATABASE_READ_URL: readUrl, ...more },
  });

test('a replica is skipped unless configured', async () => {
  expect(await lookAt('postgres_replica', { env: {} })).toMatchObject({ standing: 'skipped' });
});

test('passes if it streams and keeps up', async () => {
  expect(await look(servers.standby.url)).toMatchObject({ standing: 'ok', seen: expect.stringContaining('behind') });
});

test(
  'warns about a lagging replica, with its possible lag',
  async () => {
    const standby = connect(servers.standby.url, { applicationName: 'test' });
    await standby`select pg_wal_replay_pause()`;
    await primary`create table written_meanwhile (n int)`;
    await primary`select pg_switch_wal()`;
    expect(await look(servers.standby.url, { PLAT_REPLICA_MAX_LAG_MS: '1000' })).toMatchObject({
      standing: 'warn',
      seen: 'it is more than 1.0 s behind',
      advice: expect.stringContaining('PLAT_REPLICA_MAX_LAG_MS'),
    });
    await standby`select pg_wal_replay_resume()`;
    await standby.end({ timeout: 0 });
  },
  SLOW_MS,
);

test('fails for a server that accepts writes or copies another one', async () => {
  expect(await look(servers.primary.url)).toMatchObject({ standing: 'fail', seen: expect.stringContaining('writes') });
  const ofAnother = await lookAt('postgres_replica', {
    database: { sql: other.sql, url: other.url },
    isEmbedded: false,
    env: { DATABASE_URL: other.url, DATABASE_READ_URL: servers.standby.url },
  });
  expect(ofAnother).toMatchObject({ standing: 'fail', seen: expect.stringContaining('another server') });
});

test('warns about one beside an embedded server, which does not read it', async () => {
  const report = await lookAt('postgres_replica', { env: { DATABASE_READ_URL: servers.standby.url } });
  expect(report).toMatchObject({ standing: 'warn', seen: expect.stringContaining('nothing reads it') });
});

test(
  'fails for a role without access to the dataset and for an unavailable server, without showing a password',
  async () => {
    await primary.unsafe(`create schema market; create table market.region (); create role outsider login`);
    const standby = connect(servers.standby.url, { applicationName: 'test' });
    while ((await standby`select 1 from pg_roles where rolname = 'outsider'`).length === 0) await Bun.sleep(20);
    await standby.end({ timeout: 0 });
    const asOutsider = servers.standby.url.replace('plat@', 'outsider:hunter2@');
    const refused = await look(asOutsider);
    expect(refused).toMatchObject({ standing: 'fail', seen: 'outsider may not read the dataset' });

    await servers.standby.crash();
    const away = await look(asOutsider);
    expect(away).toMatchObject({ standing: 'fail', advice: expect.stringContaining('DATABASE_READ_URL') });
    expect(away.seen).not.toContain('DATABASE_URL');
    expect(JSON.stringify([refused, away])).not.toContain('hunter2');
  },
  SLOW_MS,
);
