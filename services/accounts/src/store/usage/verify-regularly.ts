import type { UsageVerification } from '../../domain/usage/ports.ts';
import { openUsageLedger } from './open-usage-ledger.ts';

const FIRST_AFTER_MS = 10 * 60_000;
const EVERY_MS = 24 * 3_600_000;

export interface VerifyRegularlyOptions {
  onVerified(verification: UsageVerification): void;
  onFailed(cause: unknown): void;
  firstAfterMs?: number;
  everyMs?: number;
}

/**
 * Compares every counter with the ledger once a day, on its own connection without a timeout.
 * @returns a function that stops it; a running verification finishes.
 */
export function verifyRegularly(databaseUrl: string, options: VerifyRegularlyOptions): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const verify = async (): Promise<void> => {
    const { ledger, close } = openUsageLedger(databaseUrl, { statementTimeoutMs: 0, maxConnections: 1 });
    try {
      options.onVerified(await ledger.verify());
    } catch (cause) {
      options.onFailed(cause);
    } finally {
      await close();
    }
  };
  let timer = setTimeout(function again() {
    running = verify();
    timer = setTimeout(again, options.everyMs ?? EVERY_MS);
    timer.unref();
  }, options.firstAfterMs ?? FIRST_AFTER_MS);
  timer.unref();
  return async () => {
    clearTimeout(timer);
    await running;
  };
}
