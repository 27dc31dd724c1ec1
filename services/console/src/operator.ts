import { randomBytes } from 'node:crypto';
import { systemClock } from '@plat/kit';
import { openConsoleDatabase } from './deps.ts';
import type { PeopleDeps } from './people/index.ts';
import { createPostgresPeople } from './people/wiring.ts';

export { type Actor, createSignInLink, type LinkRequest, signInUrl } from './people/index.ts';

/** Opens the people of the console for operator commands. */
export async function openOperatorConsole(
  databaseUrl: string,
  ports: Pick<PeopleDeps, 'companies' | 'audit'>,
): Promise<PeopleDeps & { close(): Promise<void> }> {
  const sql = await openConsoleDatabase(databaseUrl);
  return {
    ...ports,
    people: createPostgresPeople(sql),
    provider: null,
    realm: async () => 'live',
    limiter: { take: async () => ({ allowed: true, retryAfterMs: 0 }) },
    nowMs: () => systemClock.nowMs(),
    randomBytes,
    close: () => sql.end({ timeout: 5 }),
  };
}
