import { connect, type Sql } from '@plat/db';
import { type OpenDatabase, openDatabase } from './database.ts';
import { type HostEnvironment, readEnvironment } from './environment.ts';
import { type Home, openHome } from './home.ts';
import { userPath } from './settings.ts';

/** What a command works with while it runs: the home and a connection to its database. */
export interface Session {
  home: Home;
  database: OpenDatabase;
  sql: Sql;
  environment: HostEnvironment;
}

const UNLIMITED_MS = 0;

/**
 * Opens the home and its database, does the work, and gives both back whatever happens, also on Ctrl-C: the embedded
 * server must not stay behind, and a second signal still ends the process at once.
 */
export async function withSession<T>(
  options: { home: string; note(line: string): void },
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const environment = readEnvironment();
  const home = openHome(userPath(options.home));
  const database = await openDatabase(home, environment.DATABASE_URL, options.note);
  const sql = connect(database.url, { applicationName: 'plat-command', statementTimeoutMs: UNLIMITED_MS });
  const close = async () => {
    await sql.end({ timeout: 1 });
    await database.close();
  };
  const onSignal = async () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    options.note('Interrupted; what was published before is unchanged.');
    await close().catch(() => {});
    process.exit(1);
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    return await work({ home, database, sql, environment });
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
    await close();
  }
}
