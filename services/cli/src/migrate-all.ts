import { openAccountsDatabase } from '@plat/accounts/deps';
import { openAutomationDatabase } from '@plat/automation/deps';
import { openConsoleDatabase } from '@plat/console/deps';
import { ensureMarketSchema } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { migrateInvestorsDatabase } from '@plat/investors/deps';
import { createLogger } from '@plat/kit';

/** Migrates every schema of a database. */
export async function migrateAll(databaseUrl: string, sql: Sql): Promise<{ layoutChanged: boolean }> {
  const market = await ensureMarketSchema(sql);
  for (const open of [openAccountsDatabase, openAutomationDatabase, openConsoleDatabase]) {
    const opened = await open(databaseUrl);
    await opened.end({ timeout: 5 });
  }
  await migrateInvestorsDatabase(databaseUrl, createLogger({ name: 'migrate', level: 'warn' }));
  return market;
}
