import { startEmbeddedPostgres } from '@plat/db';
import type { Home } from './home.ts';

/** The database that a command works on. */
export interface OpenDatabase {
  url: string;
  embedded: boolean;
  close(): Promise<void>;
}

/**
 * The server of `DATABASE_URL`, or the embedded one of the home, started when nobody has it running.
 * @param leavesHungAfterMs a running server that does not answer for so long is left as it is.
 */
export async function openDatabase(
  home: Home,
  databaseUrl: string | undefined,
  log: (line: string) => void,
  leavesHungAfterMs?: number,
): Promise<OpenDatabase> {
  if (databaseUrl !== undefined) return { url: databaseUrl, embedded: false, close: async () => {} };
  const server = await startEmbeddedPostgres({ directory: home.postgresDirectory, log, leavesHungAfterMs });
  return { url: server.url, embedded: true, close: server.close };
}
