import type { Clock } from '@plat/kit';
import type { Buyer } from '../../deals/index.ts';
import type { KeptLookup, LookupStore, OwnerLookup, OwnerLookupResult, SkiptraceProvider } from '../../search/index.ts';
import { type OwnerOnRecord, ownerOnRecord } from './owner-lookup.ts';
import type { Contact } from './suppression.ts';

const DAY_MS = 86_400_000;
/** How long a company does not pay again for an owner whose contact was found, and for one whom the provider did not know. */
export const FOUND_GOOD_FOR_MS = 365 * DAY_MS;
export const NOBODY_GOOD_FOR_MS = 30 * DAY_MS;
/** How long a search waits for lookups. */
export const LOOKUP_WAIT_MS = 16_000;
/** How long a process that died keeps others from asking about its owners; one that lives renews its claims. */
export const CLAIM_MS = 5_000;
const RENEWALS_PER_CLAIM = 5;
/** How often a search looks for what another process asked about before it. */
const LOOK_AGAIN_MS = 200;
/** Between attempts to keep what was paid for while the store fails, about a minute in all. */
const KEEP_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];
/** What a search still needs before its deadline once its lookups are over. */
export const ANSWER_RESERVE_MS = 4_000;

/** What became of the lookup of one owner. */
export type LookupOutcome = 'kept' | 'shared' | 'found' | 'nobody' | 'failed';

export interface LookupDeskOptions {
  store: LookupStore;
  provider: SkiptraceProvider;
  clock: Pick<Clock, 'nowMs'>;
  waitMs?: number;
  claimMs?: number;
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
  /** By owner key. */
  awaited: ReadonlyMap<string, Pending>;
  waiting: number;
  nobodyWaits: AbortController;
}

interface Pending {
  inquiry: Inquiry;
  /** The first result stands. */
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
 * for at the same time, in whatever processes, is asked for once: by the one that has claimed it. A search waits until
 * its time is up, and goes on without what is not there.
 */
export function createLookupDesk(options: LookupDeskOptions): LookupDesk {
  const { store, provider, clock, onOutcome, onProblem } = options;
  const { waitMs: longestWaitMs = LOOKUP_WAIT_MS, claimMs = CLAIM_MS } = options;
  /** By company and owner, from before the store is read until what was found is kept: no moment lies in between. */
  const pending = new Map<string, Pending>();
  const running = new Set<Promise<void>>();
  const inquiries = new Set<Inquiry>();
  const closing = new AbortController();
  const nameOf = (companyId: string, ownerKey: string) => JSON.stringify([companyId, ownerKey]);

  function begin(companyId: string, owners: readonly OwnerOnRecord[]): void {
    const awaited = new Map<string, Pending>();
    const inquiry: Inquiry = { companyId, awaited, waiting: 0, nobodyWaits: new AbortController() };
    inquiries.add(inquiry);
    for (const { ownerKey } of owners) {
      const { promise, resolve } = Promise.withResolvers<OwnerLookupResult>();
      const one: Pending = { inquiry, result: promise, settled: null, settle: () => {} };
      one.settle = (result) => {
        one.settled ??= result;
        resolve(one.settled);
      };
      awaited.set(ownerKey, one);
      pending.set(nameOf(companyId, ownerKey), one);
    }
    const work = inquire(inquiry, owners).finally(() => {
      fail(inquiry, owners);
      inquiries.delete(inquiry);
      running.delete(work);
    });
    running.add(work);
  }

  /** Tells those who wait, and leaves the next to the store. */
  function tell({ companyId, awaited }: Inquiry, ownerKey: string, result: OwnerLookupResult): void {
    const one = awaited.get(ownerKey)!;
    const name = nameOf(companyId, ownerKey);
    if (pending.get(name) === one) pending.delete(name);
    one.settle(result);
  }

  function fail(inquiry: Inquiry, owners: readonly OwnerOnRecord[]): void {
    const untold = owners.filter(({ ownerKey }) => inquiry.awaited.get(ownerKey)?.settled === null);
    onOutcome('failed', untold.length);
    for (const { ownerKey } of untold) tell(inquiry, ownerKey, FAILED);
  }

  /** What comes of the store, or something instead when it fails. */
  const orElse = <T>(asked: Promise<T>, instead: T, signal?: AbortSignal): Promise<T> =>
    asked.catch((error) => {
      if (signal?.aborted !== true) onProblem('store', error);
      return instead;
    });

  async function inquire(inquiry: Inquiry, owners: readonly OwnerOnRecord[]): Promise<void> {
    const unknown = await orElse(tellKept(inquiry, owners), [], inquiry.nobodyWaits.signal);
    const batches = inBatches(unknown, provider.batchSize);
    await Promise.all(batches.map((batch) => inquireUnknown(inquiry, batch)));
  }

  /** Asks about those whom nobody else is asking about, and waits for what becomes of the others. */
  async function inquireUnknown(inquiry: Inquiry, batch: readonly OwnerOnRecord[]): Promise<void> {
    const { signal } = inquiry.nobodyWaits;
    const claimId = crypto.randomUUID();
    const claimed = await orElse(store.claim(claimId, inquiry.companyId, keysOf(batch), claimMs, signal), null, signal);
    if (claimed === null) return;
    const isOurs = new Set(claimed);
    const ours = batch.filter(({ ownerKey }) => isOurs.has(ownerKey));
    const theirs = batch.filter(({ ownerKey }) => !isOurs.has(ownerKey));
    await Promise.all([payClaimed(inquiry, claimId, ours), inquireLater(inquiry, theirs)]);
  }

  async function inquireLater(inquiry: Inquiry, owners: readonly OwnerOnRecord[]): Promise<void> {
    if (owners.length === 0) return;
    await pause(LOOK_AGAIN_MS, inquiry.nobodyWaits.signal);
    await inquire(inquiry, owners);
  }

  /** @returns those of whom the store knows nothing that still stands. */
  async function tellKept(inquiry: Inquiry, owners: readonly OwnerOnRecord[]): Promise<OwnerOnRecord[]> {
    const kept = await store.among(inquiry.companyId, keysOf(owners), inquiry.nobodyWaits.signal);
    const good = kept.filter((lookup) => isGood(lookup, clock.nowMs()));
    for (const { ownerKey, contact } of good) tell(inquiry, ownerKey, { contact, failed: false });
    onOutcome('kept', good.length);
    const isKnown = new Set(good.map(({ ownerKey }) => ownerKey));
    return owners.filter(({ ownerKey }) => !isKnown.has(ownerKey));
  }

  async function payClaimed(inquiry: Inquiry, claimId: string, owners: readonly OwnerOnRecord[]): Promise<void> {
    if (owners.length === 0) return;
    const over = new AbortController();
    const renewing = renewUntil(over.signal, claimId);
    // Whoever claimed them before may have kept an answer since they were read.
    const unknown = await orElse(tellKept(inquiry, owners), [], inquiry.nobodyWaits.signal);
    if (unknown.length > 0) await ask(inquiry, unknown);
    over.abort();
    await renewing;
    await orElse(store.release(claimId), undefined);
    fail(inquiry, owners);
  }

  async function renewUntil(over: AbortSignal, claimId: string): Promise<void> {
    while (!over.aborted) {
      await pause(claimMs / RENEWALS_PER_CLAIM, over);
      if (!over.aborted) await orElse(store.renew(claimId, claimMs), undefined);
    }
  }

  async function ask(inquiry: Inquiry, batch: readonly OwnerOnRecord[]): Promise<void> {
    const { signal } = inquiry.nobodyWaits;
    let found: ReadonlyMap<string, Contact | null>;
    try {
      found = await provider.lookUp(batch, signal);
    } catch (error) {
      if (!signal.aborted) onProblem('provider', error);
      return;
    }
    const lookedUpAtMs = clock.nowMs();
    const lookups = batch.flatMap(({ ownerKey, nameKey }) => {
      const contact = found.get(ownerKey);
      return contact === undefined ? [] : [{ ownerKey, nameKey, contact, lookedUpAtMs }];
    });
    const nobody = lookups.filter(({ contact }) => contact === null).length;
    onOutcome('nobody', nobody);
    onOutcome('found', lookups.length - nobody);
    fail(
      inquiry,
      batch.filter(({ ownerKey }) => !found.has(ownerKey)),
    );
    await keep(inquiry, lookups, lookedUpAtMs - FOUND_GOOD_FOR_MS);
    for (const { ownerKey, contact } of lookups) tell(inquiry, ownerKey, { contact, failed: false });
  }

  /** It is paid: when it cannot be kept, those who wait have it, and keeping it is tried again. */
  async function keep(inquiry: Inquiry, lookups: readonly KeptLookup[], expiredBeforeMs: number): Promise<void> {
    for (const pauseMs of [...KEEP_PAUSES_MS, null]) {
      try {
        return await store.keep(inquiry.companyId, lookups, expiredBeforeMs);
      } catch (error) {
        onProblem('store', error);
      }
      for (const { ownerKey, contact } of lookups) inquiry.awaited.get(ownerKey)?.settle({ contact, failed: false });
      if (pauseMs === null || closing.signal.aborted) return;
      await pause(pauseMs, closing.signal);
    }
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
      closing.abort();
      for (const { nobodyWaits } of inquiries) nobodyWaits.abort();
      await Promise.all(running);
    },
  };
}

const keysOf = (owners: readonly OwnerOnRecord[]): string[] => owners.map(({ ownerKey }) => ownerKey);

/** Ends early once the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  signal.aborted ? Promise.resolve() : untilDone(new Promise(() => {}), ms, signal).catch(() => {});

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
