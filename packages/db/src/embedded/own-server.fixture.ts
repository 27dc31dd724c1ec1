import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from './end-with-this-process.fixture.ts';
import { startEmbeddedPostgres } from './start.ts';

/** A PostgreSQL for one test file. It stops with the file, even when the file is killed. */
export interface OwnServer {
  url: string;
  /** The server's folder; tests may put other files there too. */
  directory: string;
  /** Stops it and removes the directory. Close all connections first. */
  close(): Promise<void>;
}

/** @param name of the test, used in the folder name. @param settings of the server. */
export async function startOwnServer(name: string, settings: Readonly<Record<string, string>>): Promise<OwnServer> {
  const directory = mkdtempSync(join(tmpdir(), `plat-${name}-`));
  // Otherwise the server, which must not run as root, would keep its files elsewhere.
  chmodSync(directory, 0o755);
  const guard = endWithThisProcess(directory, [join(directory, 'data')]);
  const server = await startEmbeddedPostgres({ directory, log: () => {}, settings });
  return {
    url: server.url,
    directory,
    close: async () => {
      await server.close();
      guard.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
