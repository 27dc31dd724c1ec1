import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './start.ts';

let made: Promise<string> | undefined;

/** Puts a cluster into a folder that is not there yet, as a start that made one leaves it: made once, then copied. */
export async function putCluster(directory: string): Promise<void> {
  made ??= makeCluster();
  const { exitCode, stderr } = Bun.spawnSync(['cp', '-a', await made, directory]);
  if (exitCode !== 0) throw new Error(stderr.toString());
}

/** Removes what `putCluster` copies. */
export async function removeClusterFolder(): Promise<void> {
  if (made !== undefined) rmSync(join(await made, '..'), { recursive: true, force: true });
  made = undefined;
}

async function makeCluster(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'plat-cluster-'));
  // Else the server, which must not run as root, would keep its files elsewhere.
  chmodSync(home, 0o755);
  const directory = join(home, 'postgres');
  const server = await startEmbeddedPostgres({ directory, log: () => {}, settings: { fsync: 'off' } });
  await server.close();
  // It names the port of this server, which each copy would try first.
  rmSync(join(directory, 'data', 'postmaster.opts'));
  return directory;
}
