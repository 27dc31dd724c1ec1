import { createBatcher } from '@plat/kit/batcher';
import { ANSWER_TIMEOUT_MS, type RedisClient } from './connect-redis.ts';
import { withTimeout } from './with-timeout.ts';

/** A longer command would block other clients of Redis for too long. */
const MAX_BATCH = 256;

export type OnBatcherOpen = (capacity: () => { inUse: number }) => void;

/**
 * Batches the reads of one event-loop iteration into one command, because a command costs several times as much as
 * one more key in it. In a cluster every read is sent alone, since a command may only use keys of one node.
 * @param ask returns answers in the order of the items.
 * @param onOpen receives a function that counts the unanswered items.
 * @returns a function that reads one item. It throws when Redis does not answer in time.
 */
export function createRedisBatcher<Item, Answer>(
  { isCluster }: RedisClient,
  ask: (items: readonly Item[]) => Promise<readonly Answer[]>,
  onOpen?: OnBatcherOpen,
): (item: Item) => Promise<Answer> {
  const batcher = createBatcher<Item, Answer>({
    send: (items) => withTimeout(ask(items), ANSWER_TIMEOUT_MS),
    maxBatch: isCluster ? 1 : MAX_BATCH,
  });
  onOpen?.(() => ({ inUse: batcher.capacity().inUse }));
  return (item) => batcher.add(item);
}
