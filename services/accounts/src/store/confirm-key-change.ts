import type { Sql } from '@plat/db';
import { CONFIRMED_CHANNEL, FEED_APPLICATION_NAME } from './key-change-channel.ts';

const CONFIRMATION_TIMEOUT_MS = 3_000;
const POLL_MS = 5;

/**
 * Runs a transaction. If it announced key changes, waits until every feed connected to this database confirms them,
 * so that "revoked" holds in all processes.
 */
export async function confirmKeyChange<T>(
  sql: Sql,
  changeId: string,
  change: () => Promise<{ result: T; announced: boolean }>,
): Promise<{ result: T; confirmed: boolean }> {
  const confirmedBy = new Set<number>();
  const listening = await sql.listen(CONFIRMED_CHANNEL, (payload) => {
    const [confirmedChange, pid] = payload.split(' ');
    if (confirmedChange === changeId) confirmedBy.add(Number(pid));
  });
  try {
    const { result, announced } = await change();
    if (!announced) return { result, confirmed: true };
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
