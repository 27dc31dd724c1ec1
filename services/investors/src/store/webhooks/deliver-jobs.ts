import type { Transaction } from '@plat/db';
import type { DeliverJob } from '../../domain/webhooks/ports.ts';
import type { Jobs } from '../jobs.ts';

export const WEBHOOK_DELIVER = 'webhook.deliver';

/** @param companyId whose receivers, when they hang, hold up no others. @param startAfter not before this instant. */
export const addDeliverJob = (
  jobs: Pick<Jobs, 'add'>,
  transaction: Transaction,
  job: DeliverJob,
  companyId: string,
  startAfter?: Date,
): Promise<void> => jobs.add(transaction, WEBHOOK_DELIVER, job, startAfter, companyId);
