import { join } from 'node:path';
import { connect, migrate, type Sql } from '@plat/db';
import { openJobs } from '@plat/jobs';
import type { Logger } from '@plat/kit';

const MIGRATIONS = join(import.meta.dir, 'store', 'migrations');

/** Opens the schema of investors and migrates it. */
export async function openInvestorsDatabase(databaseUrl: string): Promise<Sql> {
  const sql = connect(databaseUrl, { applicationName: 'plat-investors' });
  try {
    await migrateInvestors(sql);
    return sql;
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw error;
  }
}

/** Brings the schema `investors` up to date. */
export const migrateInvestors = (sql: Sql) => migrate(sql, { schema: 'investors', folder: MIGRATIONS });

/** Migrates both schemas of the service, its own and that of its jobs, and disconnects. */
export async function migrateInvestorsDatabase(databaseUrl: string, log: Logger): Promise<void> {
  const sql = await openInvestorsDatabase(databaseUrl);
  try {
    const jobs = await openJobs(sql, log);
    await jobs.stop(0);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
