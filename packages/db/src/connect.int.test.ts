import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from './connect.ts';
import { type OwnServer, startOwnServer } from './embedded/own-server.fixture.ts';
import type { Sql } from './sql.ts';

let server: OwnServer;
let sql: Sql;

beforeAll(async () => {
  server = await startOwnServer('connect', { fsync: 'off' });
  sql = connect(server.url, {
    applicationName: 'plat-test',
    maxConnections: 3,
    sessionSettings: { plan_cache_mode: 'force_generic_plan' },
  });
}, 60_000);
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await server.close();
});

test('with the setting for it a session plans a statement once, whatever its values are', async () => {
  const asked = [1, 2, 3, 4, 5, 6, 7, 8];
  await sql.begin(async (tx) => {
    for (const value of asked) await tx`select ${value}::int as value`;
    const [plans] = await tx`
      select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements
      where statement like '%::int as value'`;
    expect(plans).toEqual({ generic: asked.length, custom: 0 });
  });
});

test('applies settings in every session of a pool', async () => {
  const shown = await Promise.all(
    [1, 2, 3].map(() => sql`select pg_backend_pid() as pid, current_setting('plan_cache_mode') as mode, pg_sleep(0.1)`),
  );
  expect(new Set(shown.map(([row]) => row?.pid)).size).toBe(3);
  expect(new Set(shown.map(([row]) => row?.mode))).toEqual(new Set(['force_generic_plan']));
});
