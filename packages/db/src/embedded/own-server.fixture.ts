import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from './end-with-this-process.fixture.ts';
import { startEmbeddedPostgres } from './start.ts';

/** A PostgreSQL for one test file. It ends with the file, also when that is killed. */
export interface OwnServer {
  url: string;
  /** Where it keeps its files; tests may put others beside them. */
  directory: string;
  /** Stops it and removes the directory. Close every connection before. */
  close(): Promise<void>;
}

/** @param name of the test, for the folder. @param settings of the server. */
export async function startOwnServer(name: string, settings: Readonly<Record<string, string>>): Promise<OwnServer> {
  const directory = mkdtempSync(join(tmpdir(), `plat-${name}-`));
  // Else the server, which must not run as root, would keep its files elsewhere.
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
