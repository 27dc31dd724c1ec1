import { ALLOWANCE_NAMES } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { Capacity, ServiceMetrics } from '@plat/kit';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { recordApplicationSearch } from './application-search.ts';
import { readCallers } from './callers.ts';
import { commit } from './commit.ts';
import { dropLapsed } from './lapsed.ts';
import { createLedgerBatcher } from './ledger-batcher.ts';
import { preview } from './preview.ts';
import { readCounters, readCountersOfKeys } from './read-counters.ts';
import { release } from './release.ts';
import { report } from './report.ts';
import { reserve } from './reserve.ts';
import { rebuild, verify } from './verify.ts';

/** See `openUsageLedger`. */
export interface LedgerConnections {
  /** Commits are on disk when they return. */
  durable: Sql;
  /** A server crash may lose commits of the last second. */
  relaxed: Sql;
  /** Reports the calls waiting for the database. */
  showQueue?: ServiceMetrics['showQueue'];
}

export function createPostgresUsageStore({ durable, relaxed, showQueue }: LedgerConnections): UsageStore {
  const shownAs = (queue: string) => (capacity: () => Capacity) => showQueue?.(queue, capacity);
  const releasing = createLedgerBatcher((ids: readonly string[]) => release(relaxed, ids), shownAs('ledger_release'));
  return {
    reserve: createLedgerBatcher(
      (reservations, nowMs) => reserve(relaxed, reservations, nowMs),
      shownAs('ledger_reserve'),
    ),
    commit: createLedgerBatcher((commits, nowMs) => commit(durable, commits, nowMs), shownAs('ledger_commit')),
    // A release belongs to no month.
    release: (reservationIds) => releasing(reservationIds, 0),
    preview: (request, nowMs) => preview(relaxed, request, nowMs),
    recordApplicationSearch: (search) => recordApplicationSearch(durable, search),
    callers: async (keyId, who) => {
      const asked = ALLOWANCE_NAMES.map((endpoint) => ({ keyId, who, endpoint }));
      const callers = await readCallers(relaxed, asked, 'user_id');
      return new Map(callers.flatMap((caller, at) => (caller === undefined ? [] : [[asked[at]!.endpoint, caller]])));
    },
    counters: (ownerId, month, nowMs) => readCounters(relaxed, ownerId, month, nowMs),
    countersOfKeys: (of, month, nowMs) => readCountersOfKeys(relaxed, of, month, nowMs),
    report: (month, columns, companyId) => report(durable, month, columns, companyId),
    dropLapsed: (nowMs) => dropLapsed(relaxed, nowMs),
    verify: () => verify(durable),
    rebuild: () => rebuild(durable),
  };
}
