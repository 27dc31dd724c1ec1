import { randomBytes } from 'node:crypto';
import { connect, type Sql } from '@plat/db';
import { startTestServer, TEST_DATABASE_PREFIX } from './test-server.ts';

/** A database of its own for one test file or test. */
export interface TestDatabase {
  sql: Sql;
  url: string;
  /** Closes `sql` and drops the database. */
  close(): Promise<void>;
}

/**
 * Creates an empty database on the server of `TEST_DATABASE_URL` (its role must be allowed to create databases), or on
 * an embedded PostgreSQL that is started for the test run and stops when the run ends, however it ends.
 * @param template a database of that server, to which nobody is connected, of which it becomes a copy.
 */
export async function testDatabase(template = 'template1'): Promise<TestDatabase> {
  const serverUrl = await testServer();
  const name = `${TEST_DATABASE_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;
  await onServer(
    serverUrl,
    (server) => server`create database ${server(name)} template ${server(template)} strategy file_copy`,
  );
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

/** Works on a connection of its own to the server; its one connection keeps locks of the session. */
export async function onServer(serverUrl: string, work: (server: Sql) => Promise<unknown>): Promise<void> {
  const server = connect(serverUrl, { applicationName: 'plat-test', maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    await work(server);
  } finally {
    await server.end({ timeout: 5 });
  }
}

let starting: Promise<string> | undefined;

/** Of `bun run test` all files share one server; a file that runs alone starts it for itself. */
export function testServer(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return Promise.resolve(given);
  starting ??= startTestServer();
  return starting;
}
