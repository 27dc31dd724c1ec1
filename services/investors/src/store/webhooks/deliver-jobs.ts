import type { Transaction } from '@plat/db';
import type { Jobs } from '../jobs.ts';

export const WEBHOOK_DELIVER = 'webhook.deliver';

/** One attempt at a delivery; it does nothing once the delivery is at a later turn. */
export interface DeliverJob {
  deliveryId: string;
  turn: number;
}

/** @param companyId whose receivers, when they hang, hold up no others. @param startAfter not before this instant. */
export const addDeliverJob = (
  jobs: Pick<Jobs, 'add'>,
  transaction: Transaction,
  job: DeliverJob,
  companyId: string,
  startAfter?: Date,
): Promise<void> => jobs.add(transaction, WEBHOOK_DELIVER, job, startAfter, companyId);
