import { commitUsage, previewUsage, releaseUsage, reserveUsage, USAGE_BATCH_MAX } from '@plat/contracts';
import { AppError, type Clock, createBatcher, type Principal, type ServiceClient } from '@plat/kit';
import type { Work } from '@plat/telemetry';
import type { UsageLedger } from '../domain/usage-ledger.ts';
import { awaitAnswer, type BatchMember, memberOf, runBatch } from './usage-batch.ts';
import type { UsageMetrics, UsageStep } from './usage-metrics.ts';

/** Fails a slow batch, so that a hung one does not block the rest. */
const BATCH_TIMEOUT_MS = 5_000;

/** A rejection by the ledger is an internal error; callers must not see it as their own. */
async function asInternalError<T>(answering: Promise<T>): Promise<T> {
  try {
    return await answering;
  } catch (cause) {
    throw cause instanceof AppError && cause.status < 500 ? new Error('the ledger rejected a call', { cause }) : cause;
  }
}

export interface AccountsUsageLedgerDeps {
  client: ServiceClient;
  /** Principal of batches, which mix callers. */
  principal: Principal;
  clock: Clock;
  metrics: UsageMetrics;
  /** Called with the cost of each batch. */
  observeWork(work: Work): void;
}

/** The ledger of the accounts service, with concurrent calls batched. */
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
    const batcher = createBatcher({
      maxBatch: USAGE_BATCH_MAX,
      maxInFlight: 1,
      send: (members: readonly BatchMember<Question>[]) =>
        runBatch(`usage ${step}`, members, observeWork, (questions, work) =>
          metrics.observe(step, questions.length, async () => (await asInternalError(send(questions, work))).answers),
        ),
    });
    metrics.showWaiting(step, batcher.capacity);
    return batcher;
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
      awaitAnswer(reserveUsage.operation, work, reserving.add(memberOf(reservation), signal)),
    commit: (commit, work) => awaitAnswer(commitUsage.operation, work, committing.add(memberOf(commit))),
    release: (reservationId, work) => awaitAnswer(releaseUsage.operation, work, releasing.add(memberOf(reservationId))),
    preview: (request, work, signal) =>
      asInternalError(client.call(previewUsage, { body: request, principal, requestId: work.requestId, work, signal })),
  };
}
