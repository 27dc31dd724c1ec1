import type postgres from 'postgres';
import { CONFIRMED_CHANNEL, FEED_APPLICATION_NAME } from './revocation-channel.ts';

const CONFIRMATION_TIMEOUT_MS = 3_000;
const POLL_MS = 5;

/**
 * Runs the transaction that notifies of a revocation, then waits until every feed that is connected to this database
 * has confirmed it, so that "revoked" is true in all processes when it is said.
 */
export async function announceRevocation<T>(
  sql: postgres.Sql,
  keyId: string,
  revoke: () => Promise<T>,
): Promise<{ result: T; confirmed: boolean }> {
  const confirmedBy = new Set<number>();
  const listening = await sql.listen(CONFIRMED_CHANNEL, (payload) => {
    const [confirmedKey, pid] = payload.split(' ');
    if (confirmedKey === keyId) confirmedBy.add(Number(pid));
  });
  try {
    const result = await revoke();
    const deadline = performance.now() + CONFIRMATION_TIMEOUT_MS;
    for (;;) {
      const feeds = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity
        where application_name = ${FEED_APPLICATION_NAME} and datname = current_database()`;
      if (feeds.every(({ pid }) => confirmedBy.has(pid))) return { result, confirmed: true };
      if (performance.now() >= deadline) return { result, confirmed: false };
      await Bun.sleep(POLL_MS);
    }
  } finally {
    await listening.unlisten();
  }
}
