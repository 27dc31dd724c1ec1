import { type Call, type CallAnswer, send } from './burst.fixture.ts';

/** Calls that go on until they are stopped. */
export interface Traffic {
  /** Every answer until now; status 0 is a connection that broke. */
  answers: readonly CallAnswer[];
  /** Waits for the answers to what is under way. */
  answered(): Promise<void>;
  /** Waits for the answers to what is under way, and for so many more: all of these to calls that begin from now on. */
  more(count: number): Promise<void>;
  /** Ends it, and waits for what is under way. */
  stop(): Promise<readonly CallAnswer[]>;
}

const running = new Set<Pick<Traffic, 'stop'>>();

/** Ends what tests of this file have left, such as after a failure. */
export async function stopAllTraffic(): Promise<void> {
  await Promise.all([...running].map((traffic) => traffic.stop()));
}

const POLL_MS = 10;
const WAIT_MS = 60_000;

/** So many clients, each sending one call after the other on a connection of its own. */
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
      if (performance.now() > endMs) throw new Error(`only ${answers.length} answers came`);
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

/** Replicas of one service that calls are spread over: what an orchestrator gives a service to be found by. */
export interface Rotation {
  url: string;
  /** From the next call on this one gets none. */
  takeOut(url: string): void;
  putIn(url: string): void;
  next(): { url: string };
  close(): Promise<void>;
}

/** A port of its own that passes every request on to the next replica in turn, and repeats none. */
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
