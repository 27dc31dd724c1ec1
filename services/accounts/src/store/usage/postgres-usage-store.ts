import { ALLOWANCE_NAMES } from '@plat/contracts';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { recordApplicationSearch } from './application-search.ts';
import { readCallers } from './callers.ts';
import { commit } from './commit.ts';
import { gathering } from './gather.ts';
import { dropLapsed } from './lapsed.ts';
import type { LedgerPool } from './ledger-pool.ts';
import { preview } from './preview.ts';
import { readCounters } from './read-counters.ts';
import { release } from './release.ts';
import { reserve } from './reserve.ts';
import { rebuild, verify } from './verify.ts';

/** See `openUsageLedger`. */
export interface LedgerConnections {
  /** Whose commits are on disk when they return. */
  durable: LedgerPool;
  /** Whose commits may be lost when the server dies within the next second. */
  relaxed: LedgerPool;
}

export function createPostgresUsageStore({ durable, relaxed }: LedgerConnections): UsageStore {
  const releasing = gathering((ids: readonly string[]) => relaxed.run((sql) => release(sql, ids)));
  return {
    reserve: gathering((reservations, nowMs) => relaxed.run((sql) => reserve(sql, reservations, nowMs))),
    commit: gathering((commits, nowMs) => durable.run((sql) => commit(sql, commits, nowMs))),
    // A release is of no month.
    release: (reservationIds) => releasing(reservationIds, 0),
    preview: (request, nowMs) => relaxed.run((sql) => preview(sql, request, nowMs)),
    recordApplicationSearch: (search) => durable.run((sql) => recordApplicationSearch(sql, search)),
    callers: async (keyId, who) => {
      const asked = ALLOWANCE_NAMES.map((endpoint) => ({ keyId, who, endpoint }));
      const callers = await relaxed.run((sql) => readCallers(sql, asked, 'user_id'));
      return new Map(callers.flatMap((caller, at) => (caller === undefined ? [] : [[asked[at]!.endpoint, caller]])));
    },
    counters: (ownerId, month, nowMs) => relaxed.run((sql) => readCounters(sql, ownerId, month, nowMs)),
    dropLapsed: (nowMs) => relaxed.run((sql) => dropLapsed(sql, nowMs)),
    verify: () => durable.run(verify),
    rebuild: () => durable.run(rebuild),
  };
}
