import { commitUsage, previewUsage, releaseUsage, reserveUsage, USAGE_BATCH_MAX } from '@plat/contracts';
import { AppError, type Clock, type Principal, type ServiceClient } from '@plat/kit';
import { createCoalescer } from '../domain/coalescer.ts';
import type { UsageLedger } from '../domain/usage-ledger.ts';
import type { UsageMetrics } from './usage-metrics.ts';

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
}

/** The ledger of the accounts service, with the calls of concurrent requests gathered into batches. */
export function createAccountsUsageLedger({ client, principal, clock, metrics }: AccountsUsageLedgerDeps): UsageLedger {
  const call = () => ({
    principal,
    requestId: crypto.randomUUID(),
    deadlineMs: clock.nowMs() + BATCH_TIMEOUT_MS,
  });
  const maxBatch = USAGE_BATCH_MAX;
  const reserving = createCoalescer({
    maxBatch,
    send: (reservations: Parameters<UsageLedger['reserve']>[0][]) =>
      metrics.observe('reserve', reservations.length, async () => {
        const { answers } = await ours(client.call(reserveUsage, { body: { reservations }, ...call() }));
        return answers;
      }),
  });
  const committing = createCoalescer({
    maxBatch,
    send: (commits: Parameters<UsageLedger['commit']>[0][]) =>
      metrics.observe('commit', commits.length, async () => {
        const { answers } = await ours(client.call(commitUsage, { body: { commits }, ...call() }));
        return answers;
      }),
  });
  const releasing = createCoalescer({
    maxBatch,
    send: (ids: string[]) =>
      metrics.observe('release', ids.length, async () => {
        const { answers } = await ours(client.call(releaseUsage, { body: { reservation_ids: ids }, ...call() }));
        return answers;
      }),
  });
  return {
    reserve: (reservation, signal) => reserving.ask(reservation, signal),
    commit: (commit) => committing.ask(commit),
    release: (reservationId) => releasing.ask(reservationId),
    preview: (request, { requestId, signal }) =>
      ours(client.call(previewUsage, { body: request, principal, requestId, signal })),
  };
}
