import type { Buyer } from '@plat/dataset';
import { type OwnerOnRecord, ownerOnRecord } from './owner-lookup.ts';
import type { OwnerLookup, OwnerLookupResult } from './ports.ts';
import { SkipTrace, type SkipTraceOptions, waitFor } from './skip-trace.ts';
import { TraceRequests } from './trace-requests.ts';

/** How long a search waits for lookups. */
const LOOKUP_WAIT_MS = 16_000;
/** Time that a search needs after its lookups, before its deadline. */
const ANSWER_RESERVE_MS = 4_000;

/** The paid lookups of a process. */
export interface SkipTraceCoordinator {
  /** @param answerByMs deadline of the caller in epoch milliseconds */
  of(companyId: string, answerByMs?: number): OwnerLookup;
  /** Stops lookups that no search waits for, and waits for calls that were sent. */
  close(): Promise<void>;
}

/**
 * Pays for each owner once: a company reuses what it knows, and of searches that look up one owner at a time, in any
 * process, the one with the claim asks the provider. A search waits a limited time and then continues without.
 */
export function createSkipTraceCoordinator(options: SkipTraceOptions): SkipTraceCoordinator {
  const { waitMs: longestWaitMs = LOOKUP_WAIT_MS, clock } = options;
  const closing = new AbortController();
  const requests = new TraceRequests();
  const skipTrace = new SkipTrace(options, requests, closing.signal);
  const searches = new CompanySearches(requests, skipTrace, options.onOutcome);
  return {
    of: (companyId, answerByMs = Number.POSITIVE_INFINITY) => ({
      lookUp: (buyers, signal) => {
        const remainingMs = answerByMs - clock.nowMs() - ANSWER_RESERVE_MS;
        const waitMs = Math.max(0, Math.min(longestWaitMs, remainingMs));
        return searches.lookUp(companyId, buyers, waitMs, signal);
      },
    }),
    close: async () => {
      closing.abort();
      for (const { abandoned } of requests.open) abandoned.abort();
      await searches.finished();
    },
  };
}

const NOT_ASKED: OwnerLookupResult = { contact: null, failed: false };
const FAILED: OwnerLookupResult = { contact: null, failed: true };

/** Searches that begin requests, or join those that look up the same owners. */
class CompanySearches {
  readonly #requests: TraceRequests;
  readonly #skipTrace: SkipTrace;
  readonly #onOutcome: SkipTraceOptions['onOutcome'];
  readonly #running = new Set<Promise<void>>();

  constructor(requests: TraceRequests, skipTrace: SkipTrace, onOutcome: SkipTraceOptions['onOutcome']) {
    this.#requests = requests;
    this.#skipTrace = skipTrace;
    this.#onOutcome = onOutcome;
  }

  /** A search that joins an abandoned request gets the results of sent calls; the other owners are looked up again. */
  async lookUp(companyId: string, buyers: readonly Buyer[], waitMs: number, signal: AbortSignal) {
    const isAbandoned = buyers.map((buyer) => {
      const owner = ownerOnRecord(buyer);
      const joined = owner === null ? undefined : this.#requests.find(companyId, owner.ownerKey);
      return joined?.request.abandoned.signal.aborted ?? false;
    });
    const startedMs = performance.now();
    const results = await this.#lookUpOnce(companyId, buyers, waitMs, signal);
    const again = [...buyers.keys()].filter((index) => isAbandoned[index] && results[index]!.failed);
    if (again.length === 0) return results;
    const remainingMs = Math.max(0, waitMs - (performance.now() - startedMs));
    const buyersAgain = again.map((index) => buyers[index]!);
    const resultsAgain = await this.#lookUpOnce(companyId, buyersAgain, remainingMs, signal);
    for (const [position, index] of again.entries()) results[index] = resultsAgain[position]!;
    return results;
  }

  /** Resolves when no request is under way. */
  async finished(): Promise<void> {
    await Promise.all(this.#running);
  }

  async #lookUpOnce(
    companyId: string,
    buyers: readonly Buyer[],
    waitMs: number,
    signal: AbortSignal,
  ): Promise<OwnerLookupResult[]> {
    signal.throwIfAborted();
    const owners = buyers.map(ownerOnRecord);
    const byKey = new Map(owners.flatMap((owner) => (owner === null ? [] : [[owner.ownerKey, owner] as const])));
    const fresh = [...byKey.values()].filter(({ ownerKey }) => this.#requests.find(companyId, ownerKey) === undefined);
    this.#onOutcome('shared', byKey.size - fresh.length);
    if (fresh.length > 0) this.#begin(companyId, fresh);
    const pending = new Map([...byKey.keys()].map((key) => [key, this.#requests.find(companyId, key)!]));
    const joined = new Set([...pending.values()].map(({ request }) => request));
    for (const request of joined) request.waiting += 1;
    try {
      const results = [...pending.values()].map(({ result }) => result);
      await waitFor(Promise.all(results), waitMs, signal);
    } finally {
      for (const request of joined) {
        request.waiting -= 1;
        if (request.waiting === 0) request.abandoned.abort();
      }
    }
    return owners.map((owner) => (owner === null ? NOT_ASKED : (pending.get(owner.ownerKey)?.settled ?? FAILED)));
  }

  #begin(companyId: string, owners: readonly OwnerOnRecord[]): void {
    const request = this.#requests.begin(companyId, owners);
    const work = this.#skipTrace.run(request, owners).finally(() => {
      this.#requests.open.delete(request);
      this.#running.delete(work);
    });
    this.#running.add(work);
  }
}
