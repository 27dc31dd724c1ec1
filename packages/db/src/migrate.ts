import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { Sql } from './connect.ts';
import { DatabaseError } from './database-error.ts';

/** One lock for all schemas: they share the schema that remembers what was applied. */
const MIGRATION_LOCK = 7_528_102;
const MIGRATIONS_SCHEMA = 'plat_migrations';

export interface MigrateOptions {
  /** The schema that the migrations belong to; what was applied is remembered in `plat_migrations.<schema>`. */
  schema: string;
  /** Folder that drizzle-kit generated, with `meta/_journal.json`. */
  folder: string;
}

/**
 * Applies the migrations that the database does not have yet, one process at a time.
 *
 * Drizzle compares only the newest timestamp, so a migration that was merged late would be skipped in silence and an
 * edited one never noticed. Here what was applied must be the beginning of the folder's journal. The reverse is fine:
 * during a rolling update an older process meets a database that is ahead of it.
 * @throws DatabaseError when the journal did anything but grow, or when its tables were busy for two minutes.
 */
export async function migrate(sql: Sql, options: MigrateOptions): Promise<void> {
  const session = ownConnection(sql, `plat-migrate-${options.schema}`);
  try {
    await session`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const folder = journalOf(options.folder);
    const applied = await appliedHashes(session, options.schema);
    const same = Math.min(applied.length, folder.length);
    const changed = folder.slice(0, same).findIndex((migration, index) => migration.hash !== applied[index]);
    if (changed >= 0) {
      throw new DatabaseError(
        `Migration ${changed + 1} of schema ${options.schema} differs from the one that this database has applied.`,
        'Applied migrations must not be edited, removed or preceded by others: restore it and add a new one at the end.',
      );
    }
    if (applied.length >= folder.length) return;
    await session.unsafe(`set lock_timeout = ${LOCK_WAIT_MS}`);
    await betweenRequests(options.schema, () =>
      applyMigrations(drizzle(session), {
        migrationsFolder: options.folder,
        migrationsSchema: MIGRATIONS_SCHEMA,
        migrationsTable: options.schema,
      }),
    );
  } finally {
    await session.end({ timeout: 5 });
  }
}

/** How a database stands against the migrations of a folder. */
export interface MigrationState {
  applied: number;
  shipped: number;
  /** `behind`: to be migrated. `ahead`: a later release has been there. `differs`: neither history continues the other. */
  standing: 'current' | 'behind' | 'ahead' | 'differs';
}

/** Compares what was applied with a folder, and changes nothing. */
export async function readMigrationState(sql: Sql, options: MigrateOptions): Promise<MigrationState> {
  const shipped = journalOf(options.folder).map(({ hash }) => hash);
  const applied = await appliedHashes(sql, options.schema);
  const same = Math.min(applied.length, shipped.length);
  const differs = shipped.slice(0, same).some((hash, index) => hash !== applied[index]);
  const standing = applied.length < shipped.length ? 'behind' : applied.length > shipped.length ? 'ahead' : 'current';
  return { applied: applied.length, shipped: shipped.length, standing: differs ? 'differs' : standing };
}

/** Traffic waits behind a migration that waits for a lock: no longer than this, and never until a deadlock is found. */
const LOCK_WAIT_MS = 500;
const RETRY_PAUSE_MS = 300;
const RETRY_FOR_MS = 120_000;
/** A lock that was not to be had in time, and a deadlock. */
const GAVE_WAY = new Set(['55P03', '40P01']);

/** Repeats what gave way to traffic: all of it was taken back, and what it waits for is free at some moment. */
async function betweenRequests(schema: string, apply: () => Promise<void>): Promise<void> {
  const until = Date.now() + RETRY_FOR_MS;
  for (;;) {
    try {
      return await apply();
    } catch (error) {
      const { code } = ((error as Error).cause ?? error) as { code?: string };
      if (!GAVE_WAY.has(code ?? '')) throw error;
      if (Date.now() >= until) {
        throw new DatabaseError(
          `The migrations of schema ${schema} found no moment at which its tables were free.`,
          'End transactions that stay open for minutes, or migrate when fewer requests come. Nothing was changed.',
          error,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * (0.5 + Math.random())));
    }
  }
}

/** To the same database: Drizzle changes the type parsers of the client that it is given. */
function ownConnection(sql: Sql, applicationName: string): postgres.Sql {
  const { host, port, database, user, pass, ssl, target_session_attrs } = sql.options;
  const settings: postgres.Options<Record<string, never>> = {
    database,
    username: user,
    max: 1,
    onnotice: () => {},
    connection: { application_name: applicationName, statement_timeout: 0 },
  };
  // postgres.js declares these wider where it hands them out than where it takes them.
  return postgres(Object.assign(settings, { host, port, password: pass, ssl, target_session_attrs }));
}

function journalOf(folder: string) {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  const late = migrations.findIndex((migration, index) => {
    const before = migrations[index - 1];
    return before !== undefined && migration.folderMillis <= before.folderMillis;
  });
  if (late > 0) {
    throw new DatabaseError(
      `The journal in ${folder} is out of order: migration ${late + 1} is not newer than the one before it.`,
      'Generate the later migration again, so that its timestamp comes last.',
    );
  }
  return migrations;
}

async function appliedHashes(session: Sql | postgres.Sql, schema: string): Promise<string[]> {
  const [table] = await session<{ found: string | null }[]>`
    select to_regclass(${`${MIGRATIONS_SCHEMA}.${quoted(schema)}`})::text as found`;
  if (table?.found == null) return [];
  const rows = await session<{ hash: string }[]>`
    select hash from ${session(`${MIGRATIONS_SCHEMA}.${schema}`)} order by created_at, id`;
  return rows.map(({ hash }) => hash);
}

const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
