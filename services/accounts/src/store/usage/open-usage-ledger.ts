import { connect, type Sql } from '@plat/db';
import type { ServiceMetrics } from '@plat/kit';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { createPostgresUsageStore } from './postgres-usage-store.ts';

const MAX_CONNECTIONS = 5;
const SWEEP_EVERY_MS = 30_000;

/**
 * Of every connection: statements are look-ups by whole keys, whatever the tables' statistics say of a month that has
 * just begun, and each is planned once. Without bitmaps rows are locked in the order of their keys.
 */
const LOOK_UPS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
};

export interface LedgerOptions {
  statementTimeoutMs?: number;
  /** Of each of the two pools. */
  maxConnections?: number;
  /** Shows what gathers for the database. */
  showQueue?: ServiceMetrics['showQueue'];
}

/**
 * The ledger on connections of its own, whose transactions wait for nobody but each other. The schema must be there.
 * What is counted is on disk before it is answered. Reservations and releases are not waited for: when the server dies
 * within the next second, a lost reservation loosens one hold, and a lost release lapses.
 */
export function openUsageLedger(
  databaseUrl: string,
  { showQueue, ...limits }: LedgerOptions = {},
): { ledger: UsageStore; close(): Promise<void> } {
  const open = (synchronousCommit: 'on' | 'off'): Sql =>
    connect(databaseUrl, {
      ...{ applicationName: 'plat-usage-ledger', maxConnections: MAX_CONNECTIONS },
      sessionSettings: { ...LOOK_UPS, synchronous_commit: synchronousCommit },
      ...limits,
    });
  const [durable, relaxed] = [open('on'), open('off')];
  return {
    ledger: createPostgresUsageStore({ durable, relaxed, showQueue }),
    close: async () => {
      await Promise.all([durable.end({ timeout: 5 }), relaxed.end({ timeout: 5 })]);
    },
  };
}

/** Drops lapsed holds from time to time, for allowances that nobody asks for any more. @returns what ends it. */
export function sweepLapsedHolds(
  ledger: Pick<UsageStore, 'dropLapsed'>,
  options: { nowMs(): number; onDropped(count: number): void; onFailed(cause: unknown): void; everyMs?: number },
): () => void {
  const sweep = () =>
    ledger.dropLapsed(options.nowMs()).then((count) => {
      if (count > 0) options.onDropped(count);
    }, options.onFailed);
  const timer = setInterval(() => void sweep(), options.everyMs ?? SWEEP_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
