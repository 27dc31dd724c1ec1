import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createCoalescer } from './coalescer.ts';

describe('whatever the timing,', () => {
  const script = fc.array(
    fc.record({ askers: fc.integer({ min: 1, max: 7 }), aborts: fc.boolean(), fails: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  );

  test('every asker gets the answer to its own question, and a failed batch fails its members only', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), script, fc.integer({ min: 1, max: 5 }), async (scheduler, rounds, maxBatch) => {
        let inFlight = 0;
        const sent: { questions: number[]; failed: boolean }[] = [];
        const failing = rounds.map(({ fails }) => fails);
        const coalescer = createCoalescer<number, string>({
          maxBatch,
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
              const answer = coalescer.ask(question, controller.signal);
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

test('what is asked while a batch is on its way goes together in the next one', async () => {
  const sizes: number[] = [];
  const travelling = Promise.withResolvers<void>();
  const coalescer = createCoalescer({
    maxBatch: 500,
    send: async (questions: number[]): Promise<number[]> => {
      sizes.push(questions.length);
      if (sizes.length === 1) await travelling.promise;
      return questions;
    },
  });
  const first = coalescer.ask(0);
  await Bun.sleep(0);
  const rest = Array.from({ length: 700 }, (_, i) => coalescer.ask(i + 1));
  expect(coalescer.places()).toEqual({ most: 500, inUse: 1, waiting: 700 });
  travelling.resolve();
  const answers: number[] = await Promise.all([first, ...rest]);
  expect(answers).toEqual(Array.from({ length: 701 }, (_, i) => i));
  expect(sizes).toEqual([1, 500, 200]);
  await Bun.sleep(0);
  expect(coalescer.places()).toEqual({ most: 500, inUse: 0, waiting: 0 });
});

test('too few answers fail the batch instead of reaching the wrong asker', async () => {
  const coalescer = createCoalescer<number, number>({ maxBatch: 5, send: async () => [1] });
  const outcomes = await Promise.allSettled([coalescer.ask(1), coalescer.ask(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
