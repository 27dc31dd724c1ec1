import postgres from 'postgres';
import { DatabaseError } from '../database-error.ts';
import { isSameDirectory, type Location } from './location.ts';

/** Advisory lock in the maintenance database, shared by every process that uses the server. */
const LEASE_LOCK = 7_528_101;
const RETAKE_PAUSE_MS = 200;
const ANSWERS_WITHIN_MS = 60_000;
/** Maximum wait for a server that reports crash recovery. */
const RECOVERY_WAIT_MS = 120_000;
const RECOVERING = '57P03';
const WRONG_PASSWORD = '28P01';

/** This process's claim on the server. It ends with the process, so it cannot become stale. */
export interface Lease {
  createDatabase(name: string): Promise<void>;
  /** @returns true when no other process uses the server, so that it may be stopped. */
  giveBack(): Promise<boolean>;
}

export interface LeaseOptions {
  maintenanceUrl: string;
  /** A server that accepts no session in this time counts as hung. */
  answersWithinMs?: number;
  location: Location;
  /** Called while a lost claim cannot be renewed. Starts the server if it is not running. */
  revive: () => Promise<void>;
}

/**
 * Opens the session that holds the claim. If the server closes it (one crashed backend closes all sessions), the
 * claim is taken again. Otherwise the next process to leave would stop the server while this one uses it.
 * @returns null when no server of this cluster answers.
 * @throws DatabaseError when it answers but rejects the login.
 */
export async function takeLease({
  maintenanceUrl,
  location,
  revive,
  answersWithinMs = ANSWERS_WITHIN_MS,
}: LeaseOptions): Promise<Lease | null> {
  let isHeld = false;
  let isLeaving = false;
  const session = postgres(maintenanceUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: answersWithinMs / 1_000,
    onnotice: () => {},
    onclose: () => {
      if (isHeld && !isLeaving) void retake();
    },
    connection: { application_name: 'plat-lease' },
  });
  const take = () =>
    session<{ directory: string }[]>`
      select current_setting('data_directory') as directory, pg_advisory_lock_shared(${LEASE_LOCK})`;
  const retake = async () => {
    isHeld = false;
    while (!isLeaving && !isHeld) {
      await Bun.sleep(RETAKE_PAUSE_MS);
      isHeld = await take().then(
        () => true,
        () => false,
      );
      if (!isHeld && !isLeaving) await revive();
    }
  };
  try {
    const [row] = await afterRecovery(take);
    isHeld = row !== undefined && isSameDirectory(row.directory, location.dataDirectory);
  } catch (error) {
    await session.end({ timeout: 1 });
    if (error instanceof postgres.PostgresError && error.code !== RECOVERING) throw refused(error, location);
    return null;
  }
  if (!isHeld) {
    await session.end({ timeout: 1 });
    return null;
  }
  return {
    createDatabase: async (name) => {
      const existing = await session`select 1 from pg_database where datname = ${name}`;
      if (existing.length === 0) await session`create database ${session(name)}`;
    },
    giveBack: async () => {
      isLeaving = true;
      try {
        await session`select pg_advisory_unlock_shared(${LEASE_LOCK})`;
        const [row] = await session<{ granted: boolean }[]>`select pg_try_advisory_lock(${LEASE_LOCK}) as granted`;
        return row?.granted === true;
      } catch {
        // The server stopped by itself: nothing to stop, and the data is safe in its WAL.
        return false;
      } finally {
        await session.end({ timeout: 2 });
      }
    },
  };
}

async function afterRecovery<T>(attempt: () => PromiseLike<T>): Promise<T> {
  const deadline = Date.now() + RECOVERY_WAIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if ((error as { code?: string }).code !== RECOVERING || Date.now() >= deadline) throw error;
    }
    await Bun.sleep(RETAKE_PAUSE_MS);
  }
}

function refused(error: postgres.PostgresError, { passwordFile, dataDirectory, logFile }: Location): DatabaseError {
  return error.code === WRONG_PASSWORD
    ? new DatabaseError(
        `The password in ${passwordFile} does not match the embedded database.`,
        'Restore that file from a backup of the same home.',
        error,
      )
    : new DatabaseError(
        `The database in ${dataDirectory} is running but refuses connections: ${error.message} (details in ${logFile}).`,
        'Try again when fewer programs use it; if the error persists, restore it from a backup.',
        error,
      );
}
