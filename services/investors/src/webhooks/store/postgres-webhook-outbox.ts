import type { Sql, Transaction } from '@plat/db';
import { currentCause } from '@plat/jobs';
import type { WebhookOutbox } from '../domain/ports.ts';
import { hostOf, laneText } from './lane-text.ts';

const CHANNEL = 'plat_webhooks_due';

/** Wakes the dispatchers of all processes when the transaction commits. */
export const tellDispatchers = (transaction: Transaction) => transaction`select pg_notify(${CHANNEL}, '')`;

/** Calls `wake` whenever a process reports a due webhook. @returns a function that stops listening */
export async function listenForWebhooks(sql: Sql, wake: () => void): Promise<() => Promise<void>> {
  const { unlisten } = await sql.listen(CHANNEL, wake);
  return unlisten;
}

/**
 * Queues an event in the caller's transaction: without a commit there is no webhook.
 * @param newId makes a UUID; by default one that sorts by time
 */
export const createPostgresWebhookOutbox = (
  newId: () => string = () => Bun.randomUUIDv7(),
): WebhookOutbox<Transaction> => ({
  add: async (transaction, { event, subject, companyId, keyId, userId, url }) => {
    const { searchId = null, dealId = null } = subject as { searchId?: string; dealId?: string };
    const lane = laneText({ companyId, keyId, userId, host: hostOf(url) });
    await transaction`
      insert into investors.webhook_deliveries
        (id, company_id, key_id, event, search_id, deal_id, url, lane, cause, retries, next_attempt_at)
      values (${newId()}, ${companyId}, ${keyId}, ${event}, ${searchId}, ${dealId}, ${url}, ${lane},
        ${transaction.json((currentCause() ?? null) as never)},
        coalesce((select retries from investors.webhook_settings where key_id = ${keyId}), false), now())`;
    await tellDispatchers(transaction);
  },
});
