import type { OwnerOnRecord } from './owner-lookup.ts';
import type { OwnerLookupResult } from './ports.ts';

/** The owners that one search looks up. Other searches of its company may wait for the same results. */
export interface TraceRequest {
  companyId: string;
  /** By owner key. */
  owners: ReadonlyMap<string, PendingOwner>;
  /** Searches that wait for it. */
  waiting: number;
  /** Aborts when no search waits any longer. */
  abandoned: AbortController;
}

export interface PendingOwner {
  request: TraceRequest;
  /** The first result counts. */
  settle(result: OwnerLookupResult): void;
  result: Promise<OwnerLookupResult>;
  settled: OwnerLookupResult | null;
}

/** The requests of a process that are under way. */
export class TraceRequests {
  readonly open = new Set<TraceRequest>();
  /** An owner stays here until its contact is stored, so that the store or this map always knows it. */
  readonly #pending = new Map<string, PendingOwner>();

  find(companyId: string, ownerKey: string): PendingOwner | undefined {
    return this.#pending.get(nameOf(companyId, ownerKey));
  }

  begin(companyId: string, owners: readonly OwnerOnRecord[]): TraceRequest {
    const pending = new Map<string, PendingOwner>();
    const request: TraceRequest = { companyId, owners: pending, waiting: 0, abandoned: new AbortController() };
    for (const { ownerKey } of owners) {
      const owner = pendingOwner(request);
      pending.set(ownerKey, owner);
      this.#pending.set(nameOf(companyId, ownerKey), owner);
    }
    this.open.add(request);
    return request;
  }

  /** Settles an owner; later searches read it from the store. */
  settle({ companyId, owners }: TraceRequest, ownerKey: string, result: OwnerLookupResult): void {
    const owner = owners.get(ownerKey)!;
    const name = nameOf(companyId, ownerKey);
    if (this.#pending.get(name) === owner) this.#pending.delete(name);
    owner.settle(result);
  }
}

function pendingOwner(request: TraceRequest): PendingOwner {
  const { promise, resolve } = Promise.withResolvers<OwnerLookupResult>();
  const owner: PendingOwner = { request, result: promise, settled: null, settle: () => {} };
  owner.settle = (result) => {
    owner.settled ??= result;
    resolve(owner.settled);
  };
  return owner;
}

const nameOf = (companyId: string, ownerKey: string) => JSON.stringify([companyId, ownerKey]);
