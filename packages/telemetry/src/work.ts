/** Names of caches. The list is fixed because the names are metric labels. */
export const CACHES = [
  ...(['keys', 'unknown_keys', 'signed_callers', 'verified_callers'] as const),
  ...(['dataset_regions', 'identity_keys'] as const),
] as const;
export type CacheName = (typeof CACHES)[number];

/** A call from one service to another. */
export interface CallNote {
  service: string;
  operation: string;
  /** HTTP status; 0 when no response arrived. */
  status: number;
  durationMs: number;
  /** Id of the call, when it differs from that of the request, as in batches for several requests. */
  requestId?: string;
}

/** One request or job, and its cost so far. */
export interface Work {
  readonly requestId: string;
  /** The first `MAX_CALLS` of `callCount` calls. */
  readonly calls: CallNote[];
  callCount: number;
  sqlCount: number;
  /** Sum over all statements, including those that ran in parallel. */
  sqlMs: number;
  readonly caches: Partial<Record<CacheName, { hits: number; misses: number }>>;
}

/** Calls recorded one by one; further calls are only counted. */
const MAX_CALLS = 50;

export const newWork = (requestId: string): Work => ({
  requestId,
  calls: [],
  callCount: 0,
  sqlCount: 0,
  sqlMs: 0,
  caches: {},
});

export function addCall(work: Work, call: CallNote): void {
  work.callCount++;
  if (work.calls.length < MAX_CALLS) work.calls.push(call);
}

export function addCacheLookup(work: Work, cache: CacheName, isHit: boolean): void {
  const counts = work.caches[cache] ?? { hits: 0, misses: 0 };
  work.caches[cache] = counts;
  if (isHit) counts.hits++;
  else counts.misses++;
}

const round = (ms: number): number => Math.round(ms * 100) / 100;

/** Cost of a request or job as fields of its log line. Unused resources are left out. */
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
