import type { Delivery } from '@plat/egress';
import type { Call, TriggerBounds } from '../domain/ports.ts';

interface Running {
  controller: AbortController;
  done: Promise<unknown>;
}

/** Whoever waited no longer than needed lets go of it with `clear`. */
function timer(ms: number): { over: Promise<void>; clear(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const id = setTimeout(resolve, Math.max(0, ms));
  return { over: promise, clear: () => clearTimeout(id) };
}

/**
 * Makes all calls within `totalMs`, at most `parallel` at the same time, in their order. Receivers that hang keep no
 * other from being called: call n begins at the latest when its share of the time does, for which the oldest call that
 * still runs is given up. It has then had `totalMs * parallel / calls` at least.
 * @returns what became of each call; a call that was given up is a `timeout`, unless it had not been sent yet.
 * @throws what a call threw first, after all of them were made.
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
    const due = timer(remainingMs(dueMs));
    await Promise.race([due.over, ...[...running.values()].map(({ done }) => done)]).finally(due.clear);
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
  const end = timer(remainingMs(totalMs));
  await Promise.race([end.over, rest]).finally(end.clear);
  for (const { controller } of running.values()) controller.abort();
  await rest;
  if (thrown.length > 0) throw thrown[0];
  return calls.map((_, index) => deliveries.get(index)!);
}

const givenUpAsTimeout = (delivery: Delivery): Delivery =>
  delivery.outcome === 'aborted' && delivery.durationMs > 0 ? { ...delivery, outcome: 'timeout' } : delivery;
