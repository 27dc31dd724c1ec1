import type { Delivery } from '@plat/egress';
import pTimeout from 'p-timeout';
import type { Call, TriggerBounds } from '../domain/ports.ts';

interface Running {
  controller: AbortController;
  done: Promise<unknown>;
}

/** Waits for work up to a time limit. */
const untilDone = (ms: number, work: Promise<unknown>) =>
  pTimeout(work, { milliseconds: Math.max(1, ms), message: false });

/**
 * Makes all calls in order within `totalMs`, at most `parallel` at once. Hanging receivers cannot block others:
 * call n starts at the latest when its share of the time begins, and the oldest running call is abandoned for it,
 * after at least `totalMs * parallel / calls`.
 * @returns the outcome of each call; an abandoned one is a `timeout` once it was sent.
 * @throws the first error of a call, after all were made.
 */
export async function deliverInTime(
  calls: readonly Call[],
  bounds: Pick<TriggerBounds, 'totalMs' | 'parallel'>,
): Promise<Delivery[]> {
  const { totalMs, parallel } = bounds;
  const startedMs = performance.now();
  const waves = Math.ceil(calls.length / parallel);
  const remainingMs = (untilMs: number) => startedMs + untilMs - performance.now();
  const deliveries = new Map<number, Delivery>();
  const thrown: unknown[] = [];
  /** Oldest first. */
  const running = new Map<number, Running>();

  const begin = (index: number, call: Call) => {
    const controller = new AbortController();
    const done = call(controller.signal)
      .then((delivery) => void deliveries.set(index, givenUpAsTimeout(delivery)))
      .catch((error: unknown) => void thrown.push(error))
      .finally(() => running.delete(index));
    running.set(index, { controller, done });
  };
  const makeRoom = async (dueMs: number) => {
    await untilDone(remainingMs(dueMs), Promise.race([...running.values()].map(({ done }) => done)));
    const [oldest] = running.values();
    if (running.size < parallel || oldest === undefined) return;
    oldest.controller.abort();
    await oldest.done;
  };

  for (const [index, call] of calls.entries()) {
    if (running.size >= parallel) await makeRoom((totalMs * Math.floor(index / parallel)) / waves);
    begin(index, call);
  }
  const rest = Promise.all([...running.values()].map(({ done }) => done));
  await untilDone(remainingMs(totalMs), rest);
  for (const { controller } of running.values()) controller.abort();
  await rest;
  if (thrown.length > 0) throw thrown[0];
  return calls.map((_, index) => deliveries.get(index)!);
}

const givenUpAsTimeout = (delivery: Delivery): Delivery =>
  delivery.outcome === 'aborted' && delivery.durationMs > 0 ? { ...delivery, outcome: 'timeout' } : delivery;
