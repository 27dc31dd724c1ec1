import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccountsDatabase } from '@plat/accounts/deps';
import { ensureMarketSchema, STALE_AFTER_DAYS } from '@plat/dataset';
import { connect, type Sql } from '@plat/db';
import { migrateInvestorsDatabase } from '@plat/investors/deps';
import { createLogger } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { WARN_AGE_DAYS as SUPPRESSIONS_WARN_AGE_DAYS } from './doctor/checks/suppressions.ts';
import { createProgram } from './program.ts';

const RUNBOOKS = join(import.meta.dir, '..', '..', '..', 'docs', 'operate', 'runbooks');
const text = readdirSync(RUNBOOKS)
  .map((file) => readFileSync(join(RUNBOOKS, file), 'utf8'))
  .join('\n');
const statements = [...new Set([...text.matchAll(/psql -U plat plat -c "([^"]+)"/g)].map(([, sql = '']) => sql))];
const commands = [...new Set([...text.matchAll(/\bplat ((?:[a-z-]+ )*[a-z-]+)\b/g)].map(([, words = '']) => words))];

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = connect(database.url, { applicationName: 'plat-test', maxConnections: 1 });
  await (await openAccountsDatabase(database.url)).end();
  await migrateInvestorsDatabase(database.url, createLogger({ name: 'test', level: 'silent' }));
  await ensureMarketSchema(sql);
}, 60_000);
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await database.close();
});

test.each(statements)('PostgreSQL accepts the queries of a runbook: %s', async (statement) => {
  expect(Array.isArray(await sql.unsafe(statement))).toBe(true);
});

test('the doctor warns about old records and lists on the same day as an alert', async () => {
  const alerts = await Bun.file(join(import.meta.dir, '..', '..', '..', 'infra', 'compose', 'alerts.yml')).text();
  const bounds = [...alerts.matchAll(/max(?: by \(region\) )?\((plat_\w+_age_days)\) > (\d+)/g)];
  expect(Object.fromEntries(bounds.map(([, metric, days]) => [metric, Number(days)]))).toEqual({
    plat_dataset_age_days: STALE_AFTER_DAYS,
    plat_national_dnc_snapshot_age_days: SUPPRESSIONS_WARN_AGE_DAYS,
  });
});

test('runbooks name existing commands', () => {
  const { commands: top } = createProgram();
  const named = commands.filter((words) => top.some((one) => one.name() === words.split(' ')[0]));
  expect(named.length).toBeGreaterThan(5);
  for (const words of named) {
    const [first, second] = words.split(' ');
    const command = top.find((one) => one.name() === first);
    if (command === undefined || command.commands.length === 0 || second === undefined) continue;
    expect([words, command.commands.some((one) => one.name() === second)]).toEqual([words, true]);
  }
});
