import { dirname, join } from 'node:path';
import { type MigrationState, readMigrationState, type Sql } from '@plat/db';

/** Location of a service's migrations. */
export interface ServiceMigrations {
  schema: string;
  folder: string;
}

const migrationsOf = (schema: string): ServiceMigrations => ({
  schema,
  folder: join(dirname(Bun.resolveSync(`@plat/${schema}/deps`, import.meta.dir)), 'store', 'migrations'),
});

/** All services with a schema. */
export const SERVICE_MIGRATIONS: readonly ServiceMigrations[] = ['accounts', 'automation', 'console', 'investors'].map(
  migrationsOf,
);

/** Compares each schema of a database with the migrations of this release. */
export const schemaStandings = (
  sql: Sql,
  services: readonly ServiceMigrations[],
): Promise<(MigrationState & { schema: string })[]> =>
  Promise.all(services.map(async (one) => ({ schema: one.schema, ...(await readMigrationState(sql, one)) })));
