import type { Sql } from '@plat/db';
import type { OpenDatabase } from '@plat/standalone/database';
import type { HostEnvironment } from '@plat/standalone/environment';
import { PlainError } from '@plat/standalone/failures';
import type { Home } from '@plat/standalone/home';
import { reportFailure } from '@plat/standalone/output';
import { type HomeOptions, userPath } from '@plat/standalone/settings';
import { onStopSignals } from '@plat/standalone/signals';

/** The home and database connection of a running command. */
export interface OpenHome {
  home: Home;
  database: OpenDatabase;
  sql: Sql;
  environment: HostEnvironment;
}

const UNLIMITED_MS = 0;
const INTERRUPTED = 'Published data is unchanged.';

export interface WithHomeOptions extends HomeOptions {
  note(line: string): void;
  /** True if the command creates a missing home. A home that it created is removed if the command fails. */
  makesHome?: boolean;
  /** True for a dry run: a home that it created is always removed. */
  changesNothing?: boolean;
  /** True if the command needs the home's files even with DATABASE_URL. */
  needsHome?: boolean;
}

/**
 * Opens the home and its database, runs the work, and always closes both, also on Ctrl-C: the embedded server must
 * not stay behind.
 * @throws PlainError without a home, unless the command creates one or needs only DATABASE_URL.
 */
export async function withHome<T>(options: WithHomeOptions, work: (opened: OpenHome) => Promise<T>): Promise<T> {
  const [
    { connect },
    { openDatabase },
    { discardHome },
    { readEnvironment },
    { findHome, openExistingHome, openHome },
  ] = await Promise.all([
    import('@plat/db'),
    import('@plat/standalone/database'),
    import('@plat/standalone/discard-home'),
    import('@plat/standalone/environment'),
    import('@plat/standalone/home'),
  ]);
  const environment = readEnvironment();
  const path = userPath(options.home);
  const isFolderNeeded = options.needsHome === true || environment.DATABASE_URL === undefined;
  const home = options.makesHome === true ? openHome(path) : isFolderNeeded ? openExistingHome(path) : findHome(path);
  if (home.isNew && environment.DATABASE_URL === undefined) options.note(`${home.path} is a new home`);
  // Registered before the database is open, so that a stop during startup closes it too.
  const opening = openDatabase(home, environment.DATABASE_URL, options.note);
  let sql: Sql | undefined;
  let isKept = !home.isNew;
  const close = async () => {
    await sql?.end({ timeout: 1 });
    await opening.then((database) => database.close()).catch(() => {});
    if (!isKept) await discardHome(home);
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
    const result = await work({ home, database, sql, environment });
    isKept ||= options.changesNothing !== true;
    return result;
  } finally {
    // If opening failed, there is nothing to close; report that error instead.
    await close().catch(() => {});
    // The signal handler has reported and ends the process.
    if (isInterrupted) await Promise.withResolvers<never>().promise;
    off();
  }
}
