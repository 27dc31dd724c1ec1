import type { Sql } from '@plat/db';
import { callerKey } from '../../domain/usage/decide-reservations.ts';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { recordApplicationSearch } from './application-search.ts';
import { readCallers } from './callers.ts';
import { commit } from './commit.ts';
import { dropLapsed } from './lapsed.ts';
import { preview } from './preview.ts';
import { readCounters } from './read-counters.ts';
import { release } from './release.ts';
import { reserve } from './reserve.ts';
import { rebuild, verify } from './verify.ts';

/** @param sql connections with the type parsers of `connect`: not ones that Drizzle has. */
export const createPostgresUsageStore = (sql: Sql): UsageStore => ({
  reserve: (reservations, nowMs) => reserve(sql, reservations, nowMs),
  commit: (commits, nowMs) => commit(sql, commits, nowMs),
  release: (reservationIds) => release(sql, reservationIds),
  preview: (request, nowMs) => preview(sql, request, nowMs),
  recordApplicationSearch: (search) => recordApplicationSearch(sql, search),
  caller: async (keyId, userId) => (await readCallers(sql, [{ keyId, userId }], false)).get(callerKey(keyId, userId)),
  counters: (ownerId, month, nowMs) => readCounters(sql, ownerId, month, nowMs),
  dropLapsed: (nowMs) => dropLapsed(sql, nowMs),
  verify: () => verify(sql),
  rebuild: () => rebuild(sql),
});
