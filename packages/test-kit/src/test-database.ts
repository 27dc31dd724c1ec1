import { randomBytes } from 'node:crypto';
import { connect, type Sql } from '@plat/db';
import { distributeDatabase, dropDistributedDatabase } from '@plat/db/citus-servers';
import { startTestServer, TEST_DATABASE_PREFIX } from './test-server.ts';

/** A separate database for one test file or test. */
export interface TestDatabase {
  sql: Sql;
  url: string;
  /** Closes `sql` and drops the database. */
  close(): Promise<void>;
}

/**
 * Creates an empty database on the server of `TEST_DATABASE_URL`, whose role must be allowed to create databases.
 * Without that variable, uses an embedded PostgreSQL that stops when the test run ends, even after a crash.
 * @param template a database of that server to copy; it must have no open connections.
 */
export async function testDatabase(template = 'template1'): Promise<TestDatabase> {
  const servers = citusServers();
  if (servers !== null) return distributedDatabase(servers);
  const serverUrl = await testServer();
  const name = newName();
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

/** URLs of the coordinator and workers when the test run uses Citus, from `TEST_CITUS_SERVERS`; otherwise null. */
export const citusServers = (): readonly string[] | null => process.env.TEST_CITUS_SERVERS?.split(',') ?? null;

async function distributedDatabase(servers: readonly string[]): Promise<TestDatabase> {
  const name = newName();
  const url = await distributeDatabase(servers, name);
  const sql = connect(url, { applicationName: 'plat-test', maxConnections: 5 });
  return {
    sql,
    url,
    close: async () => {
      await sql.end({ timeout: 5 });
      await dropDistributedDatabase(servers, name);
    },
  };
}

const newName = () => `${TEST_DATABASE_PREFIX}${process.pid}_${randomBytes(4).toString('hex')}`;

/** Runs `work` on one separate connection to the server, so that it can hold session locks. */
export async function onServer(serverUrl: string, work: (server: Sql) => Promise<unknown>): Promise<void> {
  const server = connect(serverUrl, { applicationName: 'plat-test', maxConnections: 1, statementTimeoutMs: 60_000 });
  try {
    await work(server);
  } finally {
    await server.end({ timeout: 5 });
  }
}

let starting: Promise<string> | undefined;

/** All files of `bun run test` share one server; a file that runs alone starts its own. */
export function testServer(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return Promise.resolve(given);
  starting ??= startTestServer();
  return starting;
}
