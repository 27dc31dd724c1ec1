import postgres from 'postgres';
import { damagedData } from '../database-error.ts';
import type { Location } from './location.ts';

/** Advisory lock in the maintenance database: shared by every process that uses the server. */
const LEASE_LOCK = 7_528_101;
const RETAKE_PAUSE_MS = 200;

/** This process's claim on the server: it ends with the process, so it cannot go stale. */
export interface Lease {
  createDatabase(name: string): Promise<void>;
  /** @returns whether nobody else uses the server, so that it may be stopped. */
  giveBack(): Promise<boolean>;
}

/**
 * Opens the session that holds the claim. When the server ends that session (one crashed backend ends them all), the
 * claim is taken again, or another process that leaves would stop the server under this one.
 * @throws DatabaseError when the server does not let us in, or is not the one of this cluster.
 */
export async function takeLease(maintenanceUrl: string, location: Location): Promise<Lease> {
  let isHeld = false;
  let isLeaving = false;
  const session = postgres(maintenanceUrl, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 60,
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
    }
  };
  try {
    const [row] = await take();
    if (row?.directory !== location.dataDirectory) throw new Error('another cluster answered on the recorded port');
    isHeld = true;
  } catch (cause) {
    await session.end({ timeout: 1 });
    throw damagedData(location.dataDirectory, location.logFile, cause);
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
        // The server went away by itself: there is nothing to stop, and the data is safe in its log.
        return false;
      } finally {
        await session.end({ timeout: 2 });
      }
    },
  };
}
