import type { Places } from '@plat/kit';

/** Gathers questions of the moment into one call: while one batch is on its way, the next one gathers. */
export interface Coalescer<Question, Answer> {
  /**
   * @param signal a question whose signal is aborted before its batch leaves is not asked.
   * @throws what made the question's own batch fail.
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  /** In questions: of one batch, of the one on its way, and those that gather for the next. */
  places(): Required<Places>;
}

export interface CoalescerOptions<Question, Answer> {
  /** Answers in the order of the questions, of which there are at most `maxBatch`. */
  send(questions: Question[]): Promise<readonly Answer[]>;
  maxBatch: number;
}

interface Waiting<Question, Answer> {
  question: Question;
  signal: AbortSignal | undefined;
  resolve(answer: Answer): void;
  reject(cause: unknown): void;
}

export function createCoalescer<Question, Answer>({
  send,
  maxBatch,
}: CoalescerOptions<Question, Answer>): Coalescer<Question, Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  let sending = false;
  let underWay = 0;

  async function deliver(batch: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await send(batch.map(({ question }) => question));
      if (answers.length !== batch.length) {
        throw new Error(`${batch.length} questions were sent, ${answers.length} answers came`);
      }
      for (const [index, member] of batch.entries()) member.resolve(answers[index] as Answer);
    } catch (cause) {
      for (const member of batch) member.reject(cause);
    }
  }

  function nextBatch(): Waiting<Question, Answer>[] {
    const batch: Waiting<Question, Answer>[] = [];
    let taken = 0;
    for (const member of waiting) {
      if (batch.length === maxBatch) break;
      taken++;
      if (member.signal?.aborted) member.reject(member.signal.reason);
      else batch.push(member);
    }
    waiting = waiting.slice(taken);
    return batch;
  }

  async function sendAll(): Promise<void> {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      underWay = batch.length;
      await deliver(batch);
    }
    underWay = 0;
    sending = false;
  }

  return {
    ask: (question, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ question, signal, resolve, reject });
        if (sending) return;
        sending = true;
        // Those whose requests were read in the same turn of the event loop travel together.
        setImmediate(() => void sendAll());
      }),
    places: () => ({ most: maxBatch, inUse: underWay, waiting: waiting.length }),
  };
}
