import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createBatcher } from './batcher.ts';

describe('batches, with any timing:', () => {
  const script = fc.array(
    fc.record({ askers: fc.integer({ min: 1, max: 7 }), aborts: fc.boolean(), fails: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  );

  test('each caller gets its own answer, and a failed batch fails only its members', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), script, fc.integer({ min: 1, max: 5 }), async (scheduler, rounds, maxBatch) => {
        let inFlight = 0;
        const sent: { questions: readonly number[]; failed: boolean }[] = [];
        const failing = rounds.map(({ fails }) => fails);
        const batcher = createBatcher<number, string>({
          maxBatch,
          maxInFlight: 1,
          send: async (questions) => {
            inFlight++;
            expect(inFlight).toBe(1);
            expect(questions.length).toBeGreaterThan(0);
            expect(questions.length).toBeLessThanOrEqual(maxBatch);
            const failed = failing[sent.length % failing.length] === true;
            sent.push({ questions, failed });
            await scheduler.schedule(Promise.resolve(), 'a batch travels');
            inFlight--;
            if (failed) throw new Error(`batch of ${questions.join()}`);
            return questions.map((question) => `answer ${question}`);
          },
        });
        let asked = 0;
        const outcomes = new Map<number, string>();
        const aborted = new Set<number>();
        const asking: Promise<void>[] = [];
        scheduler.scheduleSequence(
          rounds.map(({ askers, aborts }) => async () => {
            for (let i = 0; i < askers; i++) {
              const question = asked++;
              const controller = new AbortController();
              const answer = batcher.add(question, controller.signal);
              const note = (outcome: string) => void outcomes.set(question, outcome);
              asking.push(answer.then(note, (error: Error) => note(error.message)));
              if (!aborts || i % 2 === 0) continue;
              controller.abort(new Error('aborted'));
              aborted.add(question);
            }
          }),
        );
        await scheduler.waitAll();
        await scheduler.waitFor(Promise.all(asking));
        const batchOf = new Map(sent.flatMap((batch) => batch.questions.map((question) => [question, batch] as const)));
        for (let question = 0; question < asked; question++) {
          const batch = batchOf.get(question);
          if (batch === undefined) expect([aborted.has(question), outcomes.get(question)]).toEqual([true, 'aborted']);
          else {
            const expected = batch.failed ? `batch of ${batch.questions.join()}` : `answer ${question}`;
            expect(outcomes.get(question)).toBe(expected);
          }
        }
        expect(sent.reduce((sum, { questions }) => sum + questions.length, 0)).toBe(batchOf.size);
      }),
      { numRuns: 200 },
    );
  });
});

test('items that arrive during a batch share the next one', async () => {
  const sizes: number[] = [];
  const travelling = Promise.withResolvers<void>();
  const batcher = createBatcher({
    maxBatch: 500,
    maxInFlight: 1,
    send: async (questions: readonly number[]): Promise<readonly number[]> => {
      sizes.push(questions.length);
      if (sizes.length === 1) await travelling.promise;
      return questions;
    },
  });
  const first = batcher.add(0);
  await Bun.sleep(0);
  const rest = Array.from({ length: 700 }, (_, i) => batcher.add(i + 1));
  expect(batcher.capacity()).toEqual({ max: 500, inUse: 1, waiting: 700 });
  travelling.resolve();
  const answers: number[] = await Promise.all([first, ...rest]);
  expect(answers).toEqual(Array.from({ length: 701 }, (_, i) => i));
  expect(sizes).toEqual([1, 500, 200]);
  await Bun.sleep(0);
  expect(batcher.capacity()).toEqual({ max: 500, inUse: 0, waiting: 0 });
});

test('a batch with too few answers fails', async () => {
  const batcher = createBatcher<number, number>({ maxBatch: 5, maxInFlight: 1, send: async () => [1] });
  const outcomes = await Promise.allSettled([batcher.add(1), batcher.add(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('without a bound, batches of one loop iteration are in flight at the same time', async () => {
  const sizes: number[] = [];
  const batcher = createBatcher<number, number>({
    maxBatch: 2,
    send: async (items) => {
      sizes.push(items.length);
      await Bun.sleep(1);
      return items;
    },
  });
  const answers = Promise.all([1, 2, 3].map((item) => batcher.add(item)));
  await new Promise(setImmediate);
  expect(sizes).toEqual([2, 1]);
  expect(batcher.capacity()).toEqual({ max: Number.POSITIVE_INFINITY, inUse: 3, waiting: 0 });
  expect(await answers).toEqual([1, 2, 3]);
});

test('passes on an answer that is an error', async () => {
  const batcher = createBatcher<number, Error>({ maxBatch: 2, send: async () => [new RangeError('an answer')] });
  expect(await batcher.add(1)).toBeInstanceOf(RangeError);
});
