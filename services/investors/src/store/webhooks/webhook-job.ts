import { type DeliverDeps, deliverWebhook, giveUpAttempt } from '../../domain/webhooks/deliver-webhook.ts';
import type { DeliverJob } from '../../domain/webhooks/ports.ts';
import type { JobKind } from '../jobs.ts';
import { WEBHOOK_DELIVER } from './deliver-jobs.ts';

/** Calls of one process at a time; hanging receivers take 15 seconds each. */
const MOST_CALLS = 32;
/** Of these, to receivers of one company, so that eight companies may hang before others wait. */
const MOST_CALLS_PER_COMPANY = 4;
/** Room for writing and for the call of 15 seconds, within the claim of 30. */
const JOB_TIMEOUT_SECONDS = 28;
const REPEATS = 10;
const REPEAT_PAUSE_SECONDS = 2;

/** The work that sends webhooks. Its repeats are for what goes wrong on our side; retries of receivers are jobs of their own. */
export const webhookJob = (deps: DeliverDeps): JobKind<DeliverJob> => ({
  name: WEBHOOK_DELIVER,
  concurrency: MOST_CALLS,
  concurrencyPerGroup: MOST_CALLS_PER_COMPANY,
  retries: REPEATS,
  retryDelaySeconds: REPEAT_PAUSE_SECONDS,
  timeoutSeconds: JOB_TIMEOUT_SECONDS,
  work: (job, signal) => deliverWebhook(deps, job, signal),
  giveUp: (job) => giveUpAttempt(deps, job),
});
