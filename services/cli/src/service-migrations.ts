import { dirname, join } from 'node:path';
import { type MigrationState, readMigrationState, type Sql } from '@plat/db';

/** Where a service keeps the migrations of its schema. */
export interface ServiceMigrations {
  schema: string;
  folder: string;
}

const migrationsOf = (schema: string): ServiceMigrations => ({
  schema,
  folder: join(dirname(Bun.resolveSync(`@plat/${schema}/deps`, import.meta.dir)), 'store', 'migrations'),
});

/** Of every service with a schema of its own. */
export const SERVICE_MIGRATIONS: readonly ServiceMigrations[] = ['accounts', 'automation', 'investors'].map(
  migrationsOf,
);

/** How each schema of a database stands against what this release ships. */
export const schemaStandings = (
  sql: Sql,
  services: readonly ServiceMigrations[],
): Promise<(MigrationState & { schema: string })[]> =>
  Promise.all(services.map(async (one) => ({ schema: one.schema, ...(await readMigrationState(sql, one)) })));
