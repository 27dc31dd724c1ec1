import { createSigningSecret } from '@plat/egress';
import { openAutomationDatabase } from './deps.ts';
import type { UserAdministrationDeps } from './domain/administer-users.ts';
import { createPostgresUserAdministration } from './store/postgres-user-administration.ts';

export { addUser, setUserActive } from './domain/administer-users.ts';
export type { UserRecord } from './domain/ports.ts';

/** Opens the automation stores for operator commands. */
export async function openOperatorAutomation(
  databaseUrl: string,
): Promise<UserAdministrationDeps & { close(): Promise<void> }> {
  const sql = await openAutomationDatabase(databaseUrl);
  return {
    users: createPostgresUserAdministration(sql),
    createSigningSecret,
    close: () => sql.end({ timeout: 5 }),
  };
}
