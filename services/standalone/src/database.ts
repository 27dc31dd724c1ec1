import { startEmbeddedPostgres } from '@plat/db';
import type { Home } from './home.ts';

/** The database of a command. */
export interface OpenDatabase {
  url: string;
  embedded: boolean;
  close(): Promise<void>;
}

/**
 * Opens the server of `DATABASE_URL`, or the home's embedded one, started if necessary.
 * @param leavesHungAfterMs leave a running server alone if it does not answer within this time.
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
