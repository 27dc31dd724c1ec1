import DataLoader from 'dataloader';
import type { Capacity } from './capacity-metrics.ts';

/** Combines concurrent items into batches. */
export interface Batcher<Item, Answer> {
  /**
   * @param signal an item whose signal aborts before its batch leaves is not sent.
   * @throws the error of the item's batch, or the signal's reason.
   */
  add(item: Item, signal?: AbortSignal): Promise<Answer>;
  /** Items in flight, their maximum, and items that wait. */
  capacity(): Required<Capacity>;
}

export interface BatcherOptions<Item, Answer> {
  /** Returns the answers in the order of the items. */
  send(items: readonly Item[]): Promise<readonly Answer[]>;
  maxBatch: number;
  /** Maximum batches in flight; the next one fills meanwhile. Unlimited by default. */
  maxInFlight?: number;
}

interface Member<Item> {
  item: Item;
  signal: AbortSignal | undefined;
}

/** DataLoader treats an error among the answers as a failure, but fails all members of a batch together. */
type Outcome<Answer> = { answer: Answer } | { failed: unknown };

/** A batch leaves in the next loop iteration, or when a batch in flight ends. */
export function createBatcher<Item, Answer>(options: BatcherOptions<Item, Answer>): Batcher<Item, Answer> {
  const { send, maxBatch, maxInFlight = Number.POSITIVE_INFINITY } = options;
  const ready: (() => void)[] = [];
  let batchesInFlight = 0;
  let inFlight = 0;
  let waiting = 0;

  const startReady = (): void => {
    while (batchesInFlight < maxInFlight && ready.length > 0) {
      batchesInFlight++;
      ready.shift()?.();
    }
  };
  const sendLive = async (members: readonly Member<Item>[]): Promise<Outcome<Answer>[]> => {
    const live = members.filter(({ signal }) => signal?.aborted !== true);
    waiting -= members.length;
    inFlight += live.length;
    try {
      const answers = live.length === 0 ? [] : await send(live.map(({ item }) => item));
      if (answers.length !== live.length) {
        throw new Error(`a batch of ${live.length} items got ${answers.length} answers`);
      }
      let next = 0;
      return members.map((member) =>
        member === live[next] ? { answer: answers[next++] as Answer } : { failed: member.signal?.reason },
      );
    } catch (cause) {
      const sent = new Set(live);
      return members.map((member) => ({ failed: sent.has(member) ? cause : member.signal?.reason }));
    } finally {
      inFlight -= live.length;
      batchesInFlight--;
      startReady();
    }
  };
  const loader = new DataLoader<Member<Item>, Outcome<Answer>>(sendLive, {
    cache: false,
    maxBatchSize: maxBatch,
    batchScheduleFn: (leave) => {
      ready.push(leave);
      setImmediate(startReady);
    },
  });

  return {
    add: async (item, signal) => {
      waiting++;
      const outcome = await loader.load({ item, signal });
      if ('failed' in outcome) throw outcome.failed;
      return outcome.answer;
    },
    capacity: () => ({ max: maxBatch * maxInFlight, inUse: inFlight, waiting }),
  };
}
