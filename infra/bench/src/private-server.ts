import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { connect, type Sql } from '@plat/db';
import { freePort } from '@plat/db/free-ports';

const BINARIES = '/usr/lib/postgresql/15/bin';

/** A separate PostgreSQL 15 for one benchmark, in a temporary folder that `stop` removes. */
export interface PrivateServer {
  sql: Sql;
  url: string;
  hasPostgis: boolean;
  stop(): Promise<void>;
}

/**
 * Starts Debian's postgresql-15; null when it is not installed.
 * @param options.isDurable waits for the disk as a real server does; off when only reads are measured
 */
export async function startPrivateServer(options: { isDurable: boolean }): Promise<PrivateServer | null> {
  if (!existsSync(join(BINARIES, 'initdb'))) return null;
  const folder = await mkdtemp(join(tmpdir(), 'plat-bench-'));
  const owner = await ownerOfTheServer(folder);
  const data = join(folder, 'data');
  const port = freePort();
  await run(owner, join(BINARIES, 'initdb'), '-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'shared_buffers=4GB',
    'effective_cache_size=8GB',
    'maintenance_work_mem=1GB',
    'max_wal_size=8GB',
    'random_page_cost=1.1',
    'jit=off',
    'autovacuum=off',
    'max_parallel_workers_per_gather=0',
    `fsync=${options.isDurable ? 'on' : 'off'}`,
  ];
  const postgres = Bun.spawn(
    asOwner(owner, [join(BINARIES, 'postgres'), '-D', data, ...settings.flatMap((one) => ['-c', one])]),
    {
      stdout: 'ignore',
      stderr: Bun.file(join(folder, 'server.log')),
    },
  );
  const url = `postgres://bench@127.0.0.1:${port}/postgres`;
  const sql = connect(url, { applicationName: 'plat-bench', statementTimeoutMs: 0 });
  // An interrupted benchmark must not leave its server behind.
  const onSignal = () => void stop().then(() => process.exit(1));
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  const stop = async () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await sql.end({ timeout: 5 }).catch(() => {});
    postgres.kill('SIGINT');
    await postgres.exited;
    await rm(folder, { recursive: true, force: true });
  };
  await untilAnswering(sql, folder, stop);
  const [postgis] = await sql`select 1 from pg_available_extensions where name = 'postgis'`;
  return { sql, url, hasPostgis: postgis !== undefined, stop };
}

async function untilAnswering(sql: Sql, folder: string, stop: () => Promise<void>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await sql`select 1`;
      return;
    } catch {
      await Bun.sleep(100);
    }
  }
  const log = await Bun.file(join(folder, 'server.log')).text();
  await stop();
  throw new Error(`the benchmark's PostgreSQL did not start:\n${log}`);
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
async function ownerOfTheServer(folder: string): Promise<string | null> {
  if (userInfo().uid !== 0) return null;
  const id = async (flag: string) => Number(await Bun.$`id ${flag} postgres`.text());
  await chown(folder, await id('-u'), await id('-g'));
  await chmod(folder, 0o700);
  return 'postgres';
}

const asOwner = (owner: string | null, command: string[]): string[] =>
  owner === null
    ? command
    : ['setpriv', '--reuid', owner, '--regid', owner, '--init-groups', '--reset-env', ...command];

async function run(owner: string | null, ...command: string[]): Promise<void> {
  const child = Bun.spawn(asOwner(owner, command), { stdout: 'ignore', stderr: 'pipe' });
  if ((await child.exited) !== 0) throw new Error(`${command[0]}: ${await new Response(child.stderr).text()}`);
}
