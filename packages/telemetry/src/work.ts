/** What may be remembered instead of asked for; a fixed list, for these are labels of a metric. */
export const CACHES = [
  ...(['keys', 'unknown_keys', 'signed_callers', 'verified_callers'] as const),
  ...(['dataset_regions', 'identity_keys'] as const),
] as const;
export type CacheName = (typeof CACHES)[number];

/** A call of one service by another. */
export interface CallNote {
  service: string;
  operation: string;
  /** HTTP status; 0 when there was no answer. */
  status: number;
  durationMs: number;
  /** Of the call when it is not that of the request, as for batches that mix requests. */
  requestId?: string;
}

/** One request or job, and what it cost so far. */
export interface Work {
  readonly requestId: string;
  /** The first `MAX_CALLS` of `callCount`. */
  readonly calls: CallNote[];
  callCount: number;
  sqlCount: number;
  /** Sum over statements, which may have run side by side. */
  sqlMs: number;
  readonly caches: Partial<Record<CacheName, { hits: number; misses: number }>>;
}

/** Calls that are noted one by one; beyond them they are only counted. */
const MAX_CALLS = 50;

export const newWork = (requestId: string): Work => ({
  ...{ requestId, calls: [], callCount: 0, sqlCount: 0, sqlMs: 0, caches: {} },
});

export function addCall(work: Work, call: CallNote): void {
  work.callCount++;
  if (work.calls.length < MAX_CALLS) work.calls.push(call);
}

export function addCacheLook(work: Work, cache: CacheName, isHit: boolean): void {
  const counts = work.caches[cache] ?? { hits: 0, misses: 0 };
  work.caches[cache] = counts;
  if (isHit) counts.hits++;
  else counts.misses++;
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

/** What a request or job cost, as fields of its log line; what it did not use is left out. */
export function costFields({ calls, callCount, sqlCount, sqlMs, caches }: Work): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  if (callCount > 0) {
    fields.calls = calls.map((call) => ({ ...call, durationMs: round(call.durationMs) }));
    if (callCount > calls.length) fields.callCount = callCount;
  }
  if (sqlCount > 0) {
    fields.sqlCount = sqlCount;
    fields.sqlMs = round(sqlMs);
  }
  for (const _ in caches) {
    fields.caches = caches;
    break;
  }
  return fields;
}
