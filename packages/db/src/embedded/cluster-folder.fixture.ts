import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './start.ts';

let made: Promise<string> | undefined;

/** Copies a prebuilt cluster into a folder that does not exist yet, as if a server had just created it there. */
export async function putCluster(directory: string): Promise<void> {
  made ??= makeCluster();
  const { exitCode, stderr } = Bun.spawnSync(['cp', '-a', await made, directory]);
  if (exitCode !== 0) throw new Error(stderr.toString());
}

/** Removes the prebuilt cluster of `putCluster`. */
export async function removeClusterFolder(): Promise<void> {
  if (made !== undefined) rmSync(join(await made, '..'), { recursive: true, force: true });
  made = undefined;
}

async function makeCluster(): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'plat-cluster-'));
  // Otherwise the server, which must not run as root, would keep its files elsewhere.
  chmodSync(home, 0o755);
  const directory = join(home, 'postgres');
  const server = await startEmbeddedPostgres({ directory, log: () => {}, settings: { fsync: 'off' } });
  await server.close();
  // It names this server's port, which every copy would try first.
  rmSync(join(directory, 'data', 'postmaster.opts'));
  return directory;
}
