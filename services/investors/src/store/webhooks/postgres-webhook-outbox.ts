import type { Transaction } from '@plat/db';
import type { WebhookOutbox } from '../../domain/webhooks/ports.ts';
import type { Jobs } from '../jobs.ts';
import { addDeliverJob } from './deliver-jobs.ts';

export interface WebhookOutboxOptions {
  jobs: Pick<Jobs, 'add'>;
  /** A UUID; by default one that sorts by time. */
  newId?: () => string;
}

const FIRST_TURN = 1;

/** Keeps what is to be sent, and the job that sends it, in the caller's transaction: no commit, no webhook. */
export const createPostgresWebhookOutbox = ({
  jobs,
  newId = () => Bun.randomUUIDv7(),
}: WebhookOutboxOptions): WebhookOutbox<Transaction> => ({
  add: async (transaction, { event, subject, companyId, keyId, url }) => {
    const deliveryId = newId();
    const { searchId = null, dealId = null } = subject as { searchId?: string; dealId?: string };
    await transaction`
      insert into investors.webhook_deliveries
        (id, company_id, key_id, event, search_id, deal_id, url, retries, next_attempt_at)
      values (${deliveryId}, ${companyId}, ${keyId}, ${event}, ${searchId}, ${dealId}, ${url},
        coalesce((select retries from investors.webhook_settings where key_id = ${keyId}), false), now())`;
    await addDeliverJob(jobs, transaction, { deliveryId, turn: FIRST_TURN }, companyId);
  },
});
