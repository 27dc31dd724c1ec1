import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect, type Sql } from '@plat/db';

/** A database of its own for one test file or test. */
export interface TestDatabase {
  sql: Sql;
  url: string;
  /** Closes `sql` and drops the database. */
  close(): Promise<void>;
}

/** Databases of a run that was killed are dropped by the next one; the number is the process that made them. */
export const TEST_DATABASE_PREFIX = 'plat_test_';

/**
 * Creates an empty database on the server of `TEST_DATABASE_URL` (its role must be allowed to create databases), or on
 * an embedded PostgreSQL that is started for the test run and stops when the run ends, however it ends.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const serverUrl = await testServer();
  const name = `${TEST_DATABASE_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(serverUrl, (server) => server`create database ${server(name)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const sql = connect(url.href, { applicationName: 'plat-test', maxConnections: 5 });
  return {
    sql,
    url: url.href,
    close: async () => {
      await sql.end({ timeout: 5 });
      await onServer(serverUrl, (server) => server`drop database if exists ${server(name)} with (force)`);
    },
  };
}

async function onServer(serverUrl: string, work: (server: Sql) => Promise<unknown>): Promise<void> {
  const server = connect(serverUrl, { applicationName: 'plat-test', maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    await work(server);
  } finally {
    await server.end({ timeout: 5 });
  }
}

let starting: Promise<string> | undefined;

function testServer(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return Promise.resolve(given);
  starting ??= startKeeper();
  return starting;
}

/**
 * The server is held by a process of its own that leaves when this one's end of the pipe closes: `bun test` runs no
 * exit hooks, and a killed run must not leave a server behind either.
 */
async function startKeeper(): Promise<string> {
  const keeper = Bun.spawn([process.execPath, join(import.meta.dir, 'server-keeper.ts')], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, PLAT_TEST_PID: String(process.pid) },
  });
  keeper.unref();
  const reader = keeper.stdout.getReader();
  let line = '';
  while (!line.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error('the test database server did not start; see the lines above');
    line += new TextDecoder().decode(value);
  }
  reader.releaseLock();
  // Without a reference the pipe could be collected, which would end the keeper in the middle of the run.
  Object.assign(globalThis, { platTestServerKeeper: keeper });
  return (JSON.parse(line) as { url: string }).url;
}
