import { ALLOWANCE_NAMES } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { Places, ServiceMetrics } from '@plat/kit';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { recordApplicationSearch } from './application-search.ts';
import { readCallers } from './callers.ts';
import { commit } from './commit.ts';
import { gathering } from './gather.ts';
import { dropLapsed } from './lapsed.ts';
import { preview } from './preview.ts';
import { readCounters, readCountersOfKeys } from './read-counters.ts';
import { release } from './release.ts';
import { report } from './report.ts';
import { reserve } from './reserve.ts';
import { rebuild, verify } from './verify.ts';

/** See `openUsageLedger`. */
export interface LedgerConnections {
  /** Whose commits are on disk when they return. */
  durable: Sql;
  /** Whose commits may be lost when the server dies within the next second. */
  relaxed: Sql;
  /** Shows what gathers for the database. */
  showQueue?: ServiceMetrics['showQueue'];
}

export function createPostgresUsageStore({ durable, relaxed, showQueue }: LedgerConnections): UsageStore {
  const shownAs = (queue: string) => (places: () => Places) => showQueue?.(queue, places);
  const releasing = gathering((ids: readonly string[]) => release(relaxed, ids), shownAs('ledger_release'));
  return {
    reserve: gathering((reservations, nowMs) => reserve(relaxed, reservations, nowMs), shownAs('ledger_reserve')),
    commit: gathering((commits, nowMs) => commit(durable, commits, nowMs), shownAs('ledger_commit')),
    // A release is of no month.
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
