import type { Sql } from '@plat/db';
import { onServer, type TestDatabase, testDatabase, testServer } from './test-database.ts';
import { TEST_DATABASE_PREFIX } from './test-server.ts';

/** Names the run: its files run in several processes. A file that runs alone is a run of its own. */
const run = () => process.env.TEST_RUN ?? String(process.pid);

/**
 * Creates a database that begins with what `fill` makes. That is made once in a test run, for whoever asks first, and
 * copied for all who ask for the same name.
 * @param name letters, digits and underscores; says all on which what is made depends.
 */
export async function filledDatabase(
  name: string,
  fill: (empty: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  const serverUrl = await testServer();
  const template = `${TEST_DATABASE_PREFIX}${run()}_of_${name}`;
  await onServer(serverUrl, async (server) => {
    // Another file may be making it, which takes as long as it takes; the lock goes with the connection.
    await server`set statement_timeout = 0`;
    await server`select pg_advisory_lock(hashtext(${template}))`;
    if (!(await exists(server, template))) await make(server, template, fill);
  });
  return testDatabase(template);
}

const exists = async (server: Sql, name: string): Promise<boolean> =>
  (await server`select 1 from pg_database where datname = ${name}`).length > 0;

/** The database gets its name when it is complete, so that a file that dies leaves nothing half-made. */
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
