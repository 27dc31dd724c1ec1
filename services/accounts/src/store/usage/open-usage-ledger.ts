import { connect, type Sql } from '@plat/db';
import type { ServiceMetrics } from '@plat/kit';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { createPostgresUsageStore } from './postgres-usage-store.ts';

const MAX_CONNECTIONS = 5;
const SWEEP_EVERY_MS = 30_000;

/**
 * For every connection: all statements are lookups by full key, so plan each once whatever the statistics say of a
 * new month. Without bitmap scans, rows are locked in key order.
 */
const LOOKUP_PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_bitmapscan: 'off',
  jit: 'off',
};

export interface LedgerOptions {
  statementTimeoutMs?: number;
  /** Limit of each of the two pools. */
  maxConnections?: number;
  /** Reports the calls waiting for the database. */
  showQueue?: ServiceMetrics['showQueue'];
}

/**
 * The ledger on its own connection pools; the schema must exist. Counts are on disk before the answer. Reservations
 * and releases are not: a crash within a second may lose a hold, or a release, whose hold then expires.
 */
export function openUsageLedger(
  databaseUrl: string,
  { showQueue, ...limits }: LedgerOptions = {},
): { ledger: UsageStore; close(): Promise<void> } {
  const open = (synchronousCommit: 'on' | 'off'): Sql =>
    connect(databaseUrl, {
      applicationName: 'plat-usage-ledger',
      maxConnections: MAX_CONNECTIONS,
      sessionSettings: { ...LOOKUP_PLANS, synchronous_commit: synchronousCommit },
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

/** Periodically drops expired holds of allowances that nobody requests any more. @returns a function that stops it. */
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
