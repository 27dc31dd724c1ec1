import { type Call, type CallAnswer, send } from './burst.fixture.ts';

/** Calls that continue until stopped. */
export interface Traffic {
  /** Every response so far; status 0 is a broken connection. */
  answers: readonly CallAnswer[];
  /** Waits for the responses to running calls. */
  answered(): Promise<void>;
  /** Waits for running calls, and for this many responses to later calls. */
  more(count: number): Promise<void>;
  /** Stops and waits for running calls. */
  stop(): Promise<readonly CallAnswer[]>;
}

const running = new Set<Pick<Traffic, 'stop'>>();

/** Stops traffic left by tests of this file, for example after a failure. */
export async function stopAllTraffic(): Promise<void> {
  await Promise.all([...running].map((traffic) => traffic.stop()));
}

const POLL_MS = 10;
const WAIT_MS = 60_000;

/** Starts clients that each send one call after the other on their own connection. */
export function startTraffic(clients: number, callAt: (index: number) => Call): Traffic {
  const answers: CallAnswer[] = [];
  const underWay = new Set<number>();
  let isOn = true;
  let index = 0;
  const sending = Array.from({ length: clients }, async () => {
    while (isOn) {
      const call = index++;
      underWay.add(call);
      answers.push(await send(callAt(call)));
      underWay.delete(call);
    }
  });
  const until = async (holds: () => boolean) => {
    const endMs = performance.now() + WAIT_MS;
    while (!holds()) {
      if (performance.now() > endMs) throw new Error(`only ${answers.length} responses arrived`);
      await Bun.sleep(POLL_MS);
    }
  };
  const traffic: Traffic = {
    answers,
    answered: () => {
      const before = [...underWay];
      return until(() => !before.some((call) => underWay.has(call)));
    },
    more: async (count) => {
      await traffic.answered();
      const goal = answers.length + count;
      await until(() => answers.length >= goal);
    },
    stop: async () => {
      isOn = false;
      await Promise.all(sending);
      running.delete(traffic);
      return answers;
    },
  };
  running.add(traffic);
  return traffic;
}

/** Replicas of one service behind one address, like an orchestrator's service. */
export interface Rotation {
  url: string;
  /** From the next call on, this replica gets none. */
  takeOut(url: string): void;
  putIn(url: string): void;
  next(): { url: string };
  close(): Promise<void>;
}

/** Opens a port that forwards each request to the next replica, without retries. */
export function startRotation(urls: readonly string[]): Rotation {
  const active = [...urls];
  let turn = 0;
  const next = () => ({ url: active[turn++ % active.length]! });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 60,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.body === null ? null : await request.arrayBuffer();
      const { method, headers } = request;
      return fetch(`${next().url}${pathname}${search}`, { method, headers, body, decompress: false, keepalive: false });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    next,
    takeOut: (url) => {
      active.splice(active.indexOf(url), 1);
    },
    putIn: (url) => {
      active.push(url);
    },
    close: () => server.stop(true),
  };
}
