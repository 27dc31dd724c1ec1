import { send } from './burst.fixture.ts';
import type { Call, CallAnswer } from './calls.fixture.ts';
import type { TestProcess } from './process.fixture.ts';

/** Pseudo-random numbers in [0, 1), deterministic per seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface StormOptions {
  doors: readonly TestProcess[];
  /** Processes to kill and restart. */
  processes: readonly TestProcess[];
  calls: number;
  kills: number;
  random: () => number;
  /** One call at a door; `attempt` counts from 0. */
  callAt(door: TestProcess, index: number): Call;
  /** True if a call should be retried, at any door. */
  again?(answer: CallAnswer): boolean;
}

const LANES = 40;
/** Pause after a failure, which also keeps the storm going until killed processes are back. */
const PAUSE_MS = 200;
const MAX_ATTEMPTS = 1_000;

/**
 * Sends calls in parallel lanes while processes are killed at random points. @returns the last response to each
 * call.
 */
export async function storm(options: StormOptions): Promise<{ answers: CallAnswer[]; killed: number }> {
  const { doors, processes, calls, kills, random, callAt, again = () => false } = options;
  const down = new Set<TestProcess>();
  const starting: Promise<void>[] = [];
  let killed = 0;
  let failure: unknown;
  /** A process is killed before each of these calls. */
  const points = new Set(Array.from({ length: kills }, () => Math.floor(random() * calls * 0.9)));

  const kill = async (victim: TestProcess) => {
    if (down.has(victim)) return;
    down.add(victim);
    await victim.kill();
    try {
      await victim.start();
    } catch (cause) {
      failure ??= cause;
      throw cause;
    }
    down.delete(victim);
    killed += 1;
  };
  /** A load balancer avoids a door known to be down. */
  const openDoor = async (): Promise<TestProcess> => {
    for (;;) {
      if (failure !== undefined) throw failure;
      const open = doors.filter((door) => !down.has(door));
      const door = open[Math.floor(random() * open.length)];
      if (door !== undefined) return door;
      await Bun.sleep(PAUSE_MS);
    }
  };

  const answers: CallAnswer[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < calls; index = next++) {
      if (points.has(index)) starting.push(kill(processes[Math.floor(random() * processes.length)]!));
      for (let attempt = 0; ; attempt++) {
        if (attempt === MAX_ATTEMPTS) throw new Error(`call ${index} has failed ${attempt} times`);
        const answer = await send(callAt(await openDoor(), index));
        answers[index] = answer;
        if (answer.status !== 200) await Bun.sleep(PAUSE_MS);
        if (!again(answer)) break;
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  await Promise.all(starting);
  return { answers, killed };
}
