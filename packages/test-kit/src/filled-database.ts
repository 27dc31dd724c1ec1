import type { Sql } from '@plat/db';
import { citusServers, onServer, type TestDatabase, testDatabase, testServer } from './test-database.ts';
import { TEST_DATABASE_PREFIX } from './test-server.ts';

/** Identifies the test run, whose files run in several processes. A file that runs alone is its own run. */
const run = () => process.env.TEST_RUN ?? String(process.pid);

/**
 * Creates a database that starts with the contents written by `fill`. The first caller in a test run builds it;
 * callers with the same name receive copies.
 * @param name letters, digits and underscores; must identify everything that `fill` depends on.
 */
export async function filledDatabase(
  name: string,
  fill: (empty: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  if (citusServers() !== null) {
    const database = await testDatabase();
    await fill(database);
    return database;
  }
  const serverUrl = await testServer();
  const template = `${TEST_DATABASE_PREFIX}${run()}_of_${name}`;
  await onServer(serverUrl, async (server) => {
    // Another file may be building it, for however long. Closing the connection releases the lock.
    await server`set statement_timeout = 0`;
    await server`select pg_advisory_lock(hashtext(${template}))`;
    if (!(await exists(server, template))) await make(server, template, fill);
  });
  return testDatabase(template);
}

const exists = async (server: Sql, name: string): Promise<boolean> =>
  (await server`select 1 from pg_database where datname = ${name}`).length > 0;

/** Renames the database only when it is complete, so that a crashed file leaves no partial one. */
async function make(server: Sql, name: string, fill: (empty: TestDatabase) => Promise<void>): Promise<void> {
  const database = await testDatabase();
  try {
    await fill(database);
    await database.sql.end({ timeout: 5 });
    const made = new URL(database.url).pathname.slice(1);
    await server`alter database ${server(made)} rename to ${server(name)}`;
  } finally {
    await database.close();
  }
}
