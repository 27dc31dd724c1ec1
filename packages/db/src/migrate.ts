import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { DatabaseError } from './database-error.ts';
import type { Sql } from './sql.ts';

/** One lock for all schemas, because they share the schema that records applied migrations. */
const MIGRATION_LOCK = 7_528_102;
const MIGRATIONS_SCHEMA = 'plat_migrations';

export interface MigrateOptions {
  /** The schema that the migrations belong to. `plat_migrations.<schema>` records applied ones. */
  schema: string;
  /** Folder that drizzle-kit generated, with `meta/_journal.json`. */
  folder: string;
}

/**
 * Applies missing migrations, one process at a time. Drizzle compares only the newest timestamp: it would silently
 * skip a migration merged late and miss an edited one. Here the applied migrations must be a prefix of the folder's
 * journal. A database with newer migrations is accepted, because a rolling update runs older processes on it.
 * @throws DatabaseError when the journal changed other than by growing, or when its tables were busy for two
 * minutes.
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
        'Do not edit or remove applied migrations or insert others before them: restore the file and add a new migration at the end.',
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

/** How the migrations of a database compare with those of a folder. */
export interface MigrationState {
  applied: number;
  shipped: number;
  /**
   * `behind`: migrations are missing. `ahead`: a later release was here. `differs`: neither history continues the
   * other.
   */
  standing: 'current' | 'behind' | 'ahead' | 'differs';
}

/** Compares applied migrations with a folder; changes nothing. */
export async function readMigrationState(sql: Sql, options: MigrateOptions): Promise<MigrationState> {
  const shipped = journalOf(options.folder).map(({ hash }) => hash);
  const applied = await appliedHashes(sql, options.schema);
  const same = Math.min(applied.length, shipped.length);
  const differs = shipped.slice(0, same).some((hash, index) => hash !== applied[index]);
  const standing = applied.length < shipped.length ? 'behind' : applied.length > shipped.length ? 'ahead' : 'current';
  return { applied: applied.length, shipped: shipped.length, standing: differs ? 'differs' : standing };
}

/**
 * Traffic queues behind a migration that waits for a lock, so the wait is short, and ends before the deadlock
 * check.
 */
const LOCK_WAIT_MS = 500;
const RETRY_PAUSE_MS = 300;
const RETRY_FOR_MS = 120_000;
/** Lock timeout and deadlock. */
const GAVE_WAY = new Set(['55P03', '40P01']);

/** Retries a migration that gave way to traffic. Each failed attempt was rolled back. */
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
          `The migrations of schema ${schema} could not lock their tables: other transactions kept them busy.`,
          'End transactions that stay open for minutes, or migrate when there is less traffic. Nothing was changed.',
          error,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * (0.5 + Math.random())));
    }
  }
}

/** A separate connection, because Drizzle changes the type parsers of its client. */
function ownConnection(sql: Sql, applicationName: string): postgres.Sql {
  const { host, port, database, user, pass, ssl, target_session_attrs } = sql.options;
  const settings: postgres.Options<Record<string, never>> = {
    database,
    username: user,
    max: 1,
    onnotice: () => {},
    connection: { application_name: applicationName, statement_timeout: 0 },
  };
  // The types of postgres.js for its resolved options are wider than for its input.
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
