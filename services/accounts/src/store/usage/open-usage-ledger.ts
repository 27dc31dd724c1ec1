import { connect } from '@plat/db';
import type { UsageStore } from '../../domain/usage/ports.ts';
import { createPostgresUsageStore } from './postgres-usage-store.ts';

const MAX_CONNECTIONS = 8;
const SWEEP_EVERY_MS = 30_000;

/** The ledger on connections of its own, whose transactions wait for nobody but each other. The schema must be there. */
export function openUsageLedger(
  databaseUrl: string,
  options: { statementTimeoutMs?: number } = {},
): { ledger: UsageStore; close(): Promise<void> } {
  const sql = connect(databaseUrl, {
    ...options,
    applicationName: 'plat-usage-ledger',
    maxConnections: MAX_CONNECTIONS,
  });
  return { ledger: createPostgresUsageStore(sql), close: () => sql.end({ timeout: 5 }) };
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
