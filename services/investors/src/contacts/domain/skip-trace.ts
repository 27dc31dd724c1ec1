import { type Clock, DAY_MS } from '@plat/kit';
import pTimeout from 'p-timeout';
import type { OwnerOnRecord } from './owner-lookup.ts';
import type { KeptLookup, LookupStore, SkiptraceProvider } from './ports.ts';
import type { Contact } from './suppression.ts';
import type { TraceRequest, TraceRequests } from './trace-requests.ts';

/** How long a contact that was found stays valid; until then the company does not pay for the owner again. */
export const FOUND_GOOD_FOR_MS = 365 * DAY_MS;
/** The same for an owner whom the provider did not know. */
export const NOBODY_GOOD_FOR_MS = 30 * DAY_MS;
/** How long the claims of a dead process block others; a live process renews its claims. */
export const CLAIM_MS = 5_000;
const RENEWALS_PER_CLAIM = 5;
/** How often a search checks for a contact that another process is looking up. */
const CHECK_AGAIN_MS = 200;
/** Pauses between attempts to store a paid contact while the store fails, about a minute in all. */
const STORE_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

export type LookupOutcome = 'kept' | 'shared' | 'found' | 'nobody' | 'failed';

export interface SkipTraceOptions {
  store: LookupStore;
  provider: SkiptraceProvider;
  clock: Pick<Clock, 'nowMs'>;
  waitMs?: number;
  claimMs?: number;
  onOutcome(outcome: LookupOutcome, owners: number): void;
  /** Called for failures that no search fails of; errors carry no personal data. */
  onProblem(problem: 'provider' | 'store', error: unknown): void;
}

/** Looks up the owners of requests: stored contacts first, then the provider, each owner once for all processes. */
export class SkipTrace {
  readonly #options: SkipTraceOptions;
  readonly #requests: TraceRequests;
  readonly #claimMs: number;
  readonly #closing: AbortSignal;

  constructor(options: SkipTraceOptions, requests: TraceRequests, closing: AbortSignal) {
    this.#options = options;
    this.#requests = requests;
    this.#claimMs = options.claimMs ?? CLAIM_MS;
    this.#closing = closing;
  }

  /** Settles every owner of a request. */
  async run(request: TraceRequest, owners: readonly OwnerOnRecord[]): Promise<void> {
    try {
      await this.#trace(request, owners);
    } finally {
      this.#fail(request, owners);
    }
  }

  async #trace(request: TraceRequest, owners: readonly OwnerOnRecord[]): Promise<void> {
    const unknown = await this.#orElse(this.#settleStored(request, owners), [], request.abandoned.signal);
    const batches = chunksOf(unknown, this.#options.provider.batchSize);
    await Promise.all(batches.map((batch) => this.#traceUnknown(request, batch)));
  }

  /** Pays for the owners that it can claim, and waits for the processes that claimed the others. */
  async #traceUnknown(request: TraceRequest, batch: readonly OwnerOnRecord[]): Promise<void> {
    const { signal } = request.abandoned;
    const claimId = crypto.randomUUID();
    const claiming = this.#options.store.claim(claimId, request.companyId, keysOf(batch), this.#claimMs, signal);
    const claimed = await this.#orElse(claiming, null, signal);
    if (claimed === null) return;
    const isOurs = new Set(claimed);
    const ours = batch.filter(({ ownerKey }) => isOurs.has(ownerKey));
    const theirs = batch.filter(({ ownerKey }) => !isOurs.has(ownerKey));
    await Promise.all([this.#payClaimed(request, claimId, ours), this.#traceLater(request, theirs)]);
  }

  async #traceLater(request: TraceRequest, owners: readonly OwnerOnRecord[]): Promise<void> {
    if (owners.length === 0) return;
    await pause(CHECK_AGAIN_MS, request.abandoned.signal);
    await this.#trace(request, owners);
  }

  /** Settles owners with a valid stored contact. @returns the other owners */
  async #settleStored(request: TraceRequest, owners: readonly OwnerOnRecord[]): Promise<OwnerOnRecord[]> {
    const { store, clock, onOutcome } = this.#options;
    const stored = await store.among(request.companyId, keysOf(owners), request.abandoned.signal);
    const valid = stored.filter((lookup) => isValid(lookup, clock.nowMs()));
    for (const { ownerKey, contact } of valid) this.#requests.settle(request, ownerKey, { contact, failed: false });
    onOutcome('kept', valid.length);
    const isKnown = new Set(valid.map(({ ownerKey }) => ownerKey));
    return owners.filter(({ ownerKey }) => !isKnown.has(ownerKey));
  }

  async #payClaimed(request: TraceRequest, claimId: string, owners: readonly OwnerOnRecord[]): Promise<void> {
    if (owners.length === 0) return;
    const over = new AbortController();
    const renewing = this.#renewUntil(over.signal, claimId);
    // Another process may have stored a contact between our read and our claim.
    const unknown = await this.#orElse(this.#settleStored(request, owners), [], request.abandoned.signal);
    if (unknown.length > 0) await this.#askProvider(request, unknown);
    over.abort();
    await renewing;
    await this.#orElse(this.#options.store.release(claimId), undefined);
    this.#fail(request, owners);
  }

  async #renewUntil(over: AbortSignal, claimId: string): Promise<void> {
    while (!over.aborted) {
      await pause(this.#claimMs / RENEWALS_PER_CLAIM, over);
      if (!over.aborted) await this.#orElse(this.#options.store.renew(claimId, this.#claimMs), undefined);
    }
  }

  async #askProvider(request: TraceRequest, batch: readonly OwnerOnRecord[]): Promise<void> {
    const { provider, clock, onOutcome, onProblem } = this.#options;
    const { signal } = request.abandoned;
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
    const unanswered = batch.filter(({ ownerKey }) => !found.has(ownerKey));
    this.#fail(request, unanswered);
    await this.#store(request, lookups, lookedUpAtMs - FOUND_GOOD_FOR_MS);
    for (const { ownerKey, contact } of lookups) this.#requests.settle(request, ownerKey, { contact, failed: false });
  }

  /** Already paid: waiting searches get the result even if storing it fails; then the store is retried. */
  async #store(request: TraceRequest, lookups: readonly KeptLookup[], expiredBeforeMs: number): Promise<void> {
    const { store, onProblem } = this.#options;
    for (const pauseMs of [...STORE_PAUSES_MS, null]) {
      try {
        return await store.keep(request.companyId, lookups, expiredBeforeMs);
      } catch (error) {
        onProblem('store', error);
      }
      for (const { ownerKey, contact } of lookups) request.owners.get(ownerKey)?.settle({ contact, failed: false });
      if (pauseMs === null || this.#closing.aborted) return;
      await pause(pauseMs, this.#closing);
    }
  }

  #fail(request: TraceRequest, owners: readonly OwnerOnRecord[]): void {
    const unsettled = owners.filter(({ ownerKey }) => request.owners.get(ownerKey)?.settled === null);
    this.#options.onOutcome('failed', unsettled.length);
    for (const { ownerKey } of unsettled) {
      this.#requests.settle(request, ownerKey, { contact: null, failed: true });
    }
  }

  /** The answer of the store, or a substitute when it fails. */
  #orElse<T>(answer: Promise<T>, substitute: T, signal?: AbortSignal): Promise<T> {
    return answer.catch((error) => {
      if (signal?.aborted !== true) this.#options.onProblem('store', error);
      return substitute;
    });
  }
}

/** True while a lookup is valid, so that it is not paid again. */
const isValid = ({ contact, lookedUpAtMs }: Pick<KeptLookup, 'contact' | 'lookedUpAtMs'>, nowMs: number): boolean =>
  nowMs - lookedUpAtMs < (contact === null ? NOBODY_GOOD_FOR_MS : FOUND_GOOD_FOR_MS);

const keysOf = (owners: readonly OwnerOnRecord[]): string[] => owners.map(({ ownerKey }) => ownerKey);

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Ends early when the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : waitFor(new Promise(() => {}), ms, signal).catch(() => {});

/** Waits for work up to a time limit in milliseconds. @throws the reason of the signal when it aborts */
export const waitFor = (work: Promise<unknown>, waitMs: number, signal: AbortSignal): Promise<unknown> =>
  pTimeout(work, { milliseconds: Math.max(1, waitMs), message: false, signal });
