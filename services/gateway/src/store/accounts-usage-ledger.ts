import { commitUsage, previewUsage, releaseUsage, reserveUsage, USAGE_BATCH_MAX } from '@plat/contracts';
import { AppError, type Clock, type Principal, type ServiceClient } from '@plat/kit';
import type { Work } from '@plat/telemetry';
import { createCoalescer } from '../domain/coalescer.ts';
import type { UsageLedger } from '../domain/usage-ledger.ts';
import { asBatch, type BatchMember, memberOf, noted } from './usage-batch.ts';
import type { UsageMetrics, UsageStep } from './usage-metrics.ts';

/** A batch that takes longer has failed for its members, so that one that hangs does not hold up the rest. */
const BATCH_TIMEOUT_MS = 5_000;

/** What the ledger rejects is a mistake of ours: no caller gets it as theirs. */
async function ours<T>(answering: Promise<T>): Promise<T> {
  try {
    return await answering;
  } catch (cause) {
    throw cause instanceof AppError && cause.status < 500 ? new Error('the ledger rejected a call', { cause }) : cause;
  }
}

export interface AccountsUsageLedgerDeps {
  client: ServiceClient;
  /** On whose behalf batches travel: they mix callers. */
  principal: Principal;
  clock: Clock;
  metrics: UsageMetrics;
  /** Told what each batch cost. */
  observeWork(work: Work): void;
}

/** The ledger of the accounts service, with the calls of concurrent requests gathered into batches. */
export function createAccountsUsageLedger(deps: AccountsUsageLedgerDeps): UsageLedger {
  const { client, principal, clock, metrics, observeWork } = deps;
  const call = (work: Work) => ({
    principal,
    requestId: work.requestId,
    work,
    deadlineMs: clock.nowMs() + BATCH_TIMEOUT_MS,
  });
  const batching = <Question, Answer>(
    step: UsageStep,
    send: (questions: Question[], work: Work) => Promise<{ answers: readonly Answer[] }>,
  ) => {
    const coalescer = createCoalescer({
      maxBatch: USAGE_BATCH_MAX,
      send: (members: BatchMember<Question>[]) =>
        asBatch(`usage ${step}`, members, observeWork, (questions, work) =>
          metrics.observe(step, questions.length, async () => (await ours(send(questions, work))).answers),
        ),
    });
    metrics.showWaiting(step, coalescer.places);
    return coalescer;
  };
  const reserving = batching('reserve', (reservations: Parameters<UsageLedger['reserve']>[0][], work) =>
    client.call(reserveUsage, { body: { reservations }, ...call(work) }),
  );
  const committing = batching('commit', (commits: Parameters<UsageLedger['commit']>[0][], work) =>
    client.call(commitUsage, { body: { commits }, ...call(work) }),
  );
  const releasing = batching('release', (ids: string[], work) =>
    client.call(releaseUsage, { body: { reservation_ids: ids }, ...call(work) }),
  );
  return {
    reserve: (reservation, work, signal) =>
      noted(reserveUsage.operation, work, reserving.ask(memberOf(reservation), signal)),
    commit: (commit, work) => noted(commitUsage.operation, work, committing.ask(memberOf(commit))),
    release: (reservationId, work) => noted(releaseUsage.operation, work, releasing.ask(memberOf(reservationId))),
    preview: (request, work, signal) =>
      ours(client.call(previewUsage, { body: request, principal, requestId: work.requestId, work, signal })),
  };
}
