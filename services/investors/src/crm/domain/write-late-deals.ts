import type { Logger } from '@plat/kit';
import type { AttachDealDeps } from './attach-deal.ts';
import type { LateDealStore } from './ports.ts';

export interface LateDealWriterDeps {
  lateDeals: LateDealStore;
  log: Logger;
  onAttached: AttachDealDeps['onAttached'];
}

/** Writes late deals of all processes, from `start` to `stop`. */
export interface LateDealWriter {
  start(): void;
  /** Checks for late deals now. */
  wake(): void;
  /** Resolves when no deal is being written. */
  stop(): Promise<void>;
}

/** Concurrent writes per process; few, because deals are late when the database is busy. */
const WRITERS = 3;
/** Finds deals that other processes stored or left behind. */
const POLL_MS = 1_000;

export function createLateDealWriter({ lateDeals, log, onAttached }: LateDealWriterDeps): LateDealWriter {
  const busy = new Set<Promise<void>>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let isFailing = false;

  /** @returns whether there may be another one */
  async function writeOne(): Promise<boolean> {
    const result = await lateDeals.writeNext();
    if (result.outcome === 'none') return false;
    const { searchId } = result;
    if (result.outcome === 'postponed') {
      log.warn({ err: result.err, searchId }, 'could not write a late deal; retrying later');
    } else if (result.outcome === 'given-up') {
      log.error({ err: result.err, searchId }, 'gave up a late deal after 7 days of failures');
      onAttached('failed');
    } else {
      onAttached(result.outcome);
    }
    return true;
  }

  async function writeAll(): Promise<void> {
    try {
      while (timer !== undefined && (await writeOne()));
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err }, 'could not read late deals; retrying until the database answers');
      isFailing = true;
    }
  }

  const wake = () => {
    if (timer === undefined || busy.size >= WRITERS) return;
    const writing = writeAll().finally(() => busy.delete(writing));
    busy.add(writing);
  };

  return {
    wake,
    start: () => {
      timer ??= setInterval(wake, POLL_MS);
      timer.unref();
    },
    stop: async () => {
      clearInterval(timer);
      timer = undefined;
      await Promise.all(busy);
    },
  };
}
