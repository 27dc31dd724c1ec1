import type { Sql } from '@plat/db';
import type { OpenDatabase } from '@plat/standalone/database';
import type { HostEnvironment } from '@plat/standalone/environment';
import { PlainError } from '@plat/standalone/failures';
import type { Home } from '@plat/standalone/home';
import { reportFailure } from '@plat/standalone/output';
import { type HomeOptions, userPath } from '@plat/standalone/settings';
import { onStopSignals } from '@plat/standalone/signals';

/** What a command works with while it runs: the home and a connection to its database. */
export interface OpenHome {
  home: Home;
  database: OpenDatabase;
  sql: Sql;
  environment: HostEnvironment;
}

const UNLIMITED_MS = 0;
const INTERRUPTED = 'What was published before is unchanged.';

export interface WithHomeOptions extends HomeOptions {
  note(line: string): void;
  /** The command makes a home where there is none. */
  makesHome?: boolean;
  /** The command works on files of the home, also when DATABASE_URL names the database. */
  needsHome?: boolean;
}

/**
 * Opens the home and its database, does the work, and closes both whatever happens, also on Ctrl-C: the embedded server
 * must not stay behind.
 * @throws PlainError when there is no home, unless the command makes one or needs only the database of DATABASE_URL.
 */
export async function withHome<T>(options: WithHomeOptions, work: (opened: OpenHome) => Promise<T>): Promise<T> {
  const [{ connect }, { openDatabase }, { readEnvironment }, { findHome, openExistingHome, openHome }] =
    await Promise.all([
      import('@plat/db'),
      import('@plat/standalone/database'),
      import('@plat/standalone/environment'),
      import('@plat/standalone/home'),
    ]);
  const environment = readEnvironment();
  const path = userPath(options.home);
  const isFolderNeeded = options.needsHome === true || environment.DATABASE_URL === undefined;
  const home = options.makesHome === true ? openHome(path) : isFolderNeeded ? openExistingHome(path) : findHome(path);
  if (home.isNew && environment.DATABASE_URL === undefined) options.note(`${home.path} is a new home`);
  // Handled before it is open, so that a stop in between waits for the server and takes it down too.
  const opening = openDatabase(home, environment.DATABASE_URL, options.note);
  let sql: Sql | undefined;
  const close = async () => {
    await sql?.end({ timeout: 1 });
    await opening.then((database) => database.close());
  };
  let isInterrupted = false;
  const off = onStopSignals(async () => {
    isInterrupted = true;
    const exitCode = await reportFailure(new PlainError('Interrupted.', INTERRUPTED), options.json);
    await close();
    return exitCode;
  });
  try {
    const database = await opening;
    sql = connect(database.url, { applicationName: 'plat-command', statementTimeoutMs: UNLIMITED_MS });
    return await work({ home, database, sql, environment });
  } finally {
    // When opening failed there is nothing to close, and its own error is the one to report.
    await close().catch(() => {});
    // The signal has said what there is to say, and ends the process.
    if (isInterrupted) await Promise.withResolvers<never>().promise;
    off();
  }
}
