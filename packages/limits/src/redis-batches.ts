import DataLoader from 'dataloader';
import { ANSWER_TIMEOUT_MS, type RedisClient } from './connect-redis.ts';
import { inTime } from './in-time.ts';

/** A longer one would keep Redis from others for too long. */
const MAX_BATCH = 256;

export type OnBatchesOpen = (underWay: () => { inUse: number }) => void;

/**
 * Gathers what the requests of one turn of the event loop ask into one command, for one costs several times what one more
 * question in it does. In a cluster each question travels alone: a command needs all its keys on one node.
 * @param ask answers in the order of the questions.
 * @param onOpen gets what tells how many questions are asked and not answered.
 * @returns what asks one question; it throws when Redis does not answer in time.
 */
export function inBatches<Question, Answer>(
  { isCluster }: RedisClient,
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  onOpen?: OnBatchesOpen,
): (question: Question) => Promise<Answer> {
  let underWay = 0;
  onOpen?.(() => ({ inUse: underWay }));
  const askInTime = async (questions: readonly Question[]) => {
    underWay += questions.length;
    try {
      return await inTime(ask(questions), ANSWER_TIMEOUT_MS);
    } finally {
      underWay -= questions.length;
    }
  };
  const loader = new DataLoader<Question, Answer>(askInTime, {
    cache: false,
    maxBatchSize: isCluster ? 1 : MAX_BATCH,
    batchScheduleFn: (send) => setImmediate(send),
  });
  return (question) => loader.load(question);
}
