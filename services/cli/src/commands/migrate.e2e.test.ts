import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { createPartitionSql } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { type OwnServer, startOwnServer } from '@plat/db/own-server';
import { passwordVariable, ROLE_GRANTS, roleName } from '../database-roles.ts';

const MAIN = join(import.meta.dir, '..', 'main.ts');
const SLOW_MS = 120_000;
const PASSWORD = 'a-password-of-24-letters';

/** A server of its own, because roles belong to the whole server. */
let server: OwnServer;
let owner: Sql;

const plat = async (words: readonly string[], env: Record<string, string> = {}) => {
  const { REDIS_URL: _, ...inherited } = process.env;
  const child = Bun.spawn([process.execPath, MAIN, ...words, '--json'], {
    env: { ...inherited, PLAT_HOME: join(server.directory, 'home'), DATABASE_URL: server.url, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, answer: JSON.parse(stdout), stderr };
};
const passwords = Object.fromEntries(ROLE_GRANTS.map(({ service }) => [passwordVariable(service), PASSWORD]));

beforeAll(async () => {
  server = await startOwnServer('migrate-command', { fsync: 'off' });
  owner = connect(server.url, { applicationName: 'plat-test' });
  expect((await plat(['migrate', '--roles'], passwords)).exitCode).toBe(0);
}, SLOW_MS);
afterAll(async () => {
  await owner.end({ timeout: 5 });
  await server.close();
}, SLOW_MS);

/** Runs one statement as a role. @returns the SQLSTATE of its error, or null. */
async function refusal(role: string, statement: string): Promise<string | null> {
  const url = new URL(server.url);
  url.username = role;
  url.password = PASSWORD;
  const sql = connect(url.href, { applicationName: 'plat-test', maxConnections: 1 });
  try {
    await sql.unsafe(statement);
    return null;
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
const FORBIDDEN = '42501';

const checksOf = ({ answer }: { answer: { checks: { name: string; standing: string; seen: string }[] } }) =>
  Object.fromEntries(answer.checks.map((check) => [check.name, check]));

test('migrates every schema, and does nothing the second time', async () => {
  const tables = () => owner`
    select table_schema as schema, count(*)::int as tables from information_schema.tables
    where table_schema = any(${['market', 'market_sample', 'accounts', 'automation', 'console', 'investors', 'investors_jobs']})
    group by 1 order by 1`;
  const before = await tables();
  expect(before.map(({ schema }) => schema)).toEqual([
    ...['accounts', 'automation', 'console', 'investors', 'investors_jobs', 'market', 'market_sample'],
  ]);
  const { exitCode, answer } = await plat(['migrate']);
  expect([exitCode, answer]).toEqual([
    0,
    {
      schemas: ['market', 'market_sample', 'accounts', 'automation', 'console', 'investors', 'investors_jobs'],
      roles: [],
      dataset_outdated: false,
    },
  ]);
  expect(await tables()).toEqual(before);
});

test('rejects a short password or one that could break a URL, naming only its variable', async () => {
  const { exitCode, stderr } = await plat(['migrate', '--roles'], { PLAT_GEO_DATABASE_PASSWORD: 'secret@host' });
  expect(exitCode).toBe(2);
  expect(stderr).toContain('PLAT_GEO_DATABASE_PASSWORD');
  expect(stderr).not.toContain('secret@host');
});

describe('the role of a service', () => {
  const tableOf: Record<string, string> = {
    accounts: 'accounts.api_keys',
    automation: 'automation.users',
    investors: 'investors_jobs.job',
  };
  const own = (schemas: readonly string[]) => schemas.map((schema) => tableOf[schema]).filter((table) => table);

  test.each(ROLE_GRANTS.map((grants) => [grants.service, grants] as const))(
    '%s reads the dataset if needed, its own schemas, and nothing else',
    async (service, { readsMarket, readsContacts, schemas }) => {
      const role = roleName(service);
      const reads = (table: string) => refusal(role, `select 1 from ${table} limit 1`);
      expect(await reads('market.deal')).toBe(readsMarket ? null : FORBIDDEN);
      for (const table of ['market.contact', 'market.suppression']) {
        expect([table, await reads(table)]).toEqual([table, readsContacts ? null : FORBIDDEN]);
      }
      for (const table of own(schemas)) expect([table, await reads(table!)]).toEqual([table, null]);
      for (const other of ROLE_GRANTS.filter((one) => one.service !== service)) {
        for (const table of own(other.schemas)) expect([table, await reads(table!)]).toEqual([table, FORBIDDEN]);
      }
    },
    SLOW_MS,
  );

  test.each(ROLE_GRANTS.map(({ service }) => service))(
    '%s changes no table, creates no schema or role, and writes nothing to the dataset',
    async (service) => {
      for (const statement of [
        'delete from market.version',
        'create table market.mine (id int)',
        'create table public.mine (id int)',
        'create schema mine',
        'create role mine',
        'drop table accounts.api_keys',
        'truncate accounts.usage_ledger',
        'delete from plat_migrations.accounts',
      ]) {
        expect([statement, await refusal(roleName(service), statement)]).toEqual([statement, FORBIDDEN]);
      }
    },
    SLOW_MS,
  );

  test('can read dataset tables of a later import', async () => {
    await owner.unsafe('create table market.later (id int)');
    expect(await refusal('plat_geo', 'select * from market.later')).toBeNull();
    expect(await refusal('plat_geo', 'insert into market.later values (1)')).toBe(FORBIDDEN);
    await owner.unsafe('drop table market.later');
  });

  test('can read contacts in a later partition if needed, and no other role can', async () => {
    await owner.unsafe(createPartitionSql('live', 'contact', 'contact_all_v1', 'ALL'));
    for (const { service, readsContacts } of ROLE_GRANTS) {
      const found = await refusal(roleName(service), 'select * from market.contact_all_v1');
      expect([service, found]).toEqual([service, readsContacts ? null : FORBIDDEN]);
    }
    await owner.unsafe(createPartitionSql('live', 'phone_name', 'phone_name_all_v1', 'ALL'));
    // GET /v1/coverage counts buyers with a phone in a service that may not read contacts.
    expect(await refusal('plat_valuation', 'select * from market.phone_name_all_v1')).toBeNull();
    const { postgres_roles } = checksOf(await plat(['doctor']));
    expect(postgres_roles).toMatchObject({ standing: 'ok' });
    await owner.unsafe('drop table market.contact_all_v1, market.phone_name_all_v1');
  });

  test("keeps its read access when a release recreates the dataset's tables", async () => {
    const rights = async () =>
      Promise.all(
        ROLE_GRANTS.flatMap(({ service }) =>
          ['deal', 'contact', 'suppression'].map(async (table) => [
            ...[service, table, await refusal(roleName(service), `select 1 from market.${table} limit 1`)],
          ]),
        ),
      );
    const before = await rights();
    await owner`update market.dataset set layout = 'that of another release'`;
    expect((await plat(['migrate'])).answer).toMatchObject({ dataset_outdated: false });
    expect(await rights()).toEqual(before);
  });

  test('can read a partition of a new table even before the table exists', async () => {
    await owner.unsafe('alter table market.deal rename to deal_to_come');
    await owner.unsafe(createPartitionSql('live', 'deal', 'deal_az_v1', 'AZ'));
    expect(await refusal('plat_geo', 'select * from market.deal_az_v1')).toBeNull();
    await owner.unsafe('drop table market.deal_az_v1');
    await owner.unsafe('alter table market.deal_to_come rename to deal');
  });

  test('the doctor reports needless access to contacts, and granting roles again removes it', async () => {
    await owner.unsafe('grant select on market.contact to plat_geo');
    const roles = async () => checksOf(await plat(['doctor'])).postgres_roles;
    expect(await roles()).toMatchObject({ standing: 'fail', seen: 'plat_geo may read 1 tables of contacts' });
    await plat(['migrate', '--roles']);
    expect(await roles()).toMatchObject({ standing: 'ok' });
  });

  test('keeps its password unless a new one is given', async () => {
    await plat(['migrate', '--roles'], { PLAT_VALUATION_DATABASE_PASSWORD: 'another-password-of-this' });
    expect(await refusal('plat_geo', 'select 1')).toBeNull();
    expect(await refusal('plat_valuation', 'select 1')).toBe('28P01');
  });
});
