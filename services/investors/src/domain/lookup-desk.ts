import type { Clock } from '@plat/kit';
import type { Buyer } from './deal.ts';
import { type OwnerOnRecord, ownerOnRecord } from './owner-lookup.ts';
import type { KeptLookup, LookupStore, OwnerLookup, OwnerLookupResult, SkiptraceProvider } from './ports.ts';
import type { Contact } from './suppression.ts';

const DAY_MS = 86_400_000;
/** How long a company does not pay again for an owner whose contact was found, and for one whom the provider did not know. */
export const FOUND_GOOD_FOR_MS = 365 * DAY_MS;
export const NOBODY_GOOD_FOR_MS = 30 * DAY_MS;
/** How long a search waits for lookups. */
export const LOOKUP_WAIT_MS = 16_000;
/** What a search still needs before its deadline once its lookups are over. */
export const ANSWER_RESERVE_MS = 4_000;

/** What became of the lookup of one owner. */
export type LookupOutcome = 'kept' | 'shared' | 'found' | 'nobody' | 'failed';

export interface LookupDeskOptions {
  store: LookupStore;
  provider: SkiptraceProvider;
  clock: Pick<Clock, 'nowMs'>;
  waitMs?: number;
  onOutcome(outcome: LookupOutcome, owners: number): void;
  /** What failed without failing a search; errors carry no personal data. */
  onProblem(problem: 'provider' | 'store', error: unknown): void;
}

/** The paid lookups of a process. */
export interface LookupDesk {
  /** @param answerByMs deadline of the caller in epoch milliseconds. */
  of(companyId: string, answerByMs?: number): OwnerLookup;
  /** Stops what nobody is waiting for, and waits for calls that were sent. */
  close(): Promise<void>;
}

/** Owners that one search asks about; others may wait for its answers too. */
interface Inquiry {
  companyId: string;
  waiting: number;
  nobodyWaits: AbortController;
}

interface Pending {
  inquiry: Inquiry;
  settle(result: OwnerLookupResult): void;
  result: Promise<OwnerLookupResult>;
  settled: OwnerLookupResult | null;
}

const NOT_ASKED: OwnerLookupResult = { contact: null, failed: false };
const FAILED: OwnerLookupResult = { contact: null, failed: true };

/** Whether a lookup still stands, so that it is not paid again. */
export function isGood(
  { contact, lookedUpAtMs }: Pick<KeptLookup, 'contact' | 'lookedUpAtMs'>,
  nowMs: number,
): boolean {
  return nowMs - lookedUpAtMs < (contact === null ? NOBODY_GOOD_FOR_MS : FOUND_GOOD_FOR_MS);
}

/**
 * Lookups that are paid once: what a company knows already is not asked again, and an owner that two of its searches ask
 * for at the same time is asked for once. A search waits until its time is up, and goes on without what is not there.
 */
export function createLookupDesk(options: LookupDeskOptions): LookupDesk {
  const { store, provider, clock, onOutcome, onProblem, waitMs: longestWaitMs = LOOKUP_WAIT_MS } = options;
  /** By company and owner, from before the store is read until what was found is kept: no moment lies in between. */
  const pending = new Map<string, Pending>();
  const running = new Set<Promise<void>>();
  const inquiries = new Set<Inquiry>();
  const nameOf = (companyId: string, ownerKey: string) => JSON.stringify([companyId, ownerKey]);

  function begin(companyId: string, owners: readonly OwnerOnRecord[]): void {
    const inquiry: Inquiry = { companyId, waiting: 0, nobodyWaits: new AbortController() };
    inquiries.add(inquiry);
    for (const { ownerKey } of owners) {
      const { promise, resolve } = Promise.withResolvers<OwnerLookupResult>();
      const one: Pending = { inquiry, result: promise, settled: null, settle: () => {} };
      one.settle = (result) => {
        one.settled = result;
        pending.delete(nameOf(companyId, ownerKey));
        resolve(result);
      };
      pending.set(nameOf(companyId, ownerKey), one);
    }
    const work = inquire(inquiry, owners).finally(() => {
      for (const { ownerKey } of owners) pending.get(nameOf(companyId, ownerKey))?.settle(FAILED);
      inquiries.delete(inquiry);
      running.delete(work);
    });
    running.add(work);
  }

  async function inquire({ companyId, nobodyWaits }: Inquiry, owners: readonly OwnerOnRecord[]): Promise<void> {
    const tell = (ownerKey: string, result: OwnerLookupResult) =>
      pending.get(nameOf(companyId, ownerKey))?.settle(result);
    const keys = owners.map(({ ownerKey }) => ownerKey);
    let kept: KeptLookup[];
    try {
      kept = await store.among(companyId, keys, nobodyWaits.signal);
    } catch (error) {
      if (!nobodyWaits.signal.aborted) onProblem('store', error);
      onOutcome('failed', owners.length);
      return;
    }
    const good = kept.filter((lookup) => isGood(lookup, clock.nowMs()));
    for (const { ownerKey, contact } of good) tell(ownerKey, { contact, failed: false });
    onOutcome('kept', good.length);
    const isKnown = new Set(good.map(({ ownerKey }) => ownerKey));
    const unknown = owners.filter(({ ownerKey }) => !isKnown.has(ownerKey));
    await Promise.all(
      inBatches(unknown, provider.batchSize).map(async (batch) => {
        const found = await ask(companyId, batch, nobodyWaits.signal);
        for (const { ownerKey } of batch) {
          const contact = found.get(ownerKey);
          tell(ownerKey, contact === undefined ? FAILED : { contact, failed: false });
        }
      }),
    );
  }

  async function ask(companyId: string, batch: readonly OwnerOnRecord[], signal: AbortSignal) {
    let found: ReadonlyMap<string, Contact | null>;
    try {
      found = await provider.lookUp(batch, signal);
    } catch (error) {
      if (!signal.aborted) onProblem('provider', error);
      onOutcome('failed', batch.length);
      return new Map<string, Contact | null>();
    }
    const lookedUpAtMs = clock.nowMs();
    const lookups = batch.flatMap(({ ownerKey, nameKey }) => {
      const contact = found.get(ownerKey);
      return contact === undefined ? [] : [{ ownerKey, nameKey, contact, lookedUpAtMs }];
    });
    const nobody = lookups.filter(({ contact }) => contact === null).length;
    onOutcome('nobody', nobody);
    onOutcome('found', lookups.length - nobody);
    onOutcome('failed', batch.length - lookups.length);
    try {
      await store.keep(companyId, lookups, lookedUpAtMs - FOUND_GOOD_FOR_MS);
    } catch (error) {
      onProblem('store', error);
    }
    return found;
  }

  async function lookUp(
    companyId: string,
    buyers: readonly Buyer[],
    waitMs: number,
    signal: AbortSignal,
  ): Promise<OwnerLookupResult[]> {
    signal.throwIfAborted();
    const owners = buyers.map(ownerOnRecord);
    const byKey = new Map(owners.flatMap((owner) => (owner === null ? [] : [[owner.ownerKey, owner] as const])));
    const fresh = [...byKey.values()].filter(({ ownerKey }) => !pending.has(nameOf(companyId, ownerKey)));
    onOutcome('shared', byKey.size - fresh.length);
    if (fresh.length > 0) begin(companyId, fresh);
    const awaited = new Map([...byKey.keys()].map((key) => [key, pending.get(nameOf(companyId, key))!]));
    const joined = new Set([...awaited.values()].map(({ inquiry }) => inquiry));
    for (const inquiry of joined) inquiry.waiting += 1;
    try {
      const results = [...awaited.values()].map(({ result }) => result);
      await untilDone(Promise.all(results), waitMs, signal);
    } finally {
      for (const inquiry of joined) {
        inquiry.waiting -= 1;
        if (inquiry.waiting === 0) inquiry.nobodyWaits.abort();
      }
    }
    return owners.map((owner) => (owner === null ? NOT_ASKED : (awaited.get(owner.ownerKey)?.settled ?? FAILED)));
  }

  /** Joining an inquiry that was given up gives what was sent before; the rest is asked once more. */
  async function lookUpAnew(companyId: string, buyers: readonly Buyer[], waitMs: number, signal: AbortSignal) {
    const isGivenUp = buyers.map((buyer) => {
      const owner = ownerOnRecord(buyer);
      const joined = owner === null ? undefined : pending.get(nameOf(companyId, owner.ownerKey));
      return joined?.inquiry.nobodyWaits.signal.aborted ?? false;
    });
    const startedMs = performance.now();
    const results = await lookUp(companyId, buyers, waitMs, signal);
    const again = [...buyers.keys()].filter((index) => isGivenUp[index] && results[index]!.failed);
    if (again.length === 0) return results;
    const remainingMs = Math.max(0, waitMs - (performance.now() - startedMs));
    const asked = await lookUp(
      companyId,
      again.map((index) => buyers[index]!),
      remainingMs,
      signal,
    );
    for (const [position, index] of again.entries()) results[index] = asked[position]!;
    return results;
  }

  return {
    of: (companyId, answerByMs = Number.POSITIVE_INFINITY) => ({
      lookUp: (buyers, signal) => {
        const remainingMs = answerByMs - clock.nowMs() - ANSWER_RESERVE_MS;
        return lookUpAnew(companyId, buyers, Math.max(0, Math.min(longestWaitMs, remainingMs)), signal);
      },
    }),
    close: async () => {
      for (const { nobodyWaits } of inquiries) nobodyWaits.abort();
      await Promise.all(running);
    },
  };
}

const inBatches = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Waits for work until the time is up. @throws what the signal was aborted with. */
async function untilDone(work: Promise<unknown>, waitMs: number, signal: AbortSignal): Promise<void> {
  const { promise: timeIsUp, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    await Promise.race([work, timeIsUp]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
