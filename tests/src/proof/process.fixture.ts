import { freePort, keepOutput } from '@plat/test-kit';

/** A process of the product, started as in production, that a test may kill and restart at the same address. */
export interface TestProcess {
  url: string;
  /** Pid of the current process. */
  pid(): number;
  /** Log lines across restarts, one JSON object per line. */
  lines(): readonly string[];
  /** Kills it like a crash: nothing finishes. */
  kill(): Promise<void>;
  /** Stops it like an orchestrator: in-flight requests finish first. */
  stop(): Promise<void>;
  /** Makes it hang: connections stay open without responses. */
  pause(): void;
  resume(): void;
  /** Starts it, also after `kill`; it answers when this resolves. */
  start(): Promise<void>;
}

export interface TestProcessOptions {
  /** Words after `bun`. `{port}` stands for the port, `{url}` for the base URL. */
  command: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Startup timeout in milliseconds. */
  startMs?: number;
}

const HOST = '127.0.0.1';
const START_MS = 60_000;
const POLL_MS = 20;

const running = new Set<Bun.Subprocess>();
/** Ports given out by this file, also those not yet in use. */
const given = new Set<number>();

export function testProcess({ command, env, startMs = START_MS }: TestProcessOptions): TestProcess {
  const port = newPort();
  const url = `http://${HOST}:${port}`;
  const lines: string[] = [];
  let child: Bun.Subprocess<'ignore', 'ignore', 'pipe'> | undefined;
  let collected = Promise.resolve();

  const launch = () => {
    const launched = Bun.spawn([process.execPath, ...command.map((word) => word.replace('{port}', String(port)))], {
      env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, PLAT_HOST: HOST, PLAT_PORT: String(port), ...env },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    });
    running.add(launched);
    collected = collect(launched.stderr, lines);
    return launched;
  };

  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child === undefined) return;
    child.kill(signal);
    // Its last output is read after its end.
    await Promise.all([child.exited, collected]);
    running.delete(child);
    child = undefined;
  };

  return {
    url,
    pid: () => child!.pid,
    lines: () => lines,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    start: async () => {
      const launched = launch();
      child = launched;
      const until = performance.now() + startMs;
      while (!(await answers(url))) {
        if (launched.exitCode !== null || performance.now() > until) {
          throw new Error(`bun ${command.join(' ')} did not start: ${lines.slice(-3).join('\n')}`);
        }
        await Bun.sleep(POLL_MS);
      }
    },
  };
}

/** Kills processes left by tests of this file, for example after a failure. */
export async function killAll(): Promise<void> {
  for (const child of running) child.kill('SIGKILL');
  await Promise.all([...running].map((child) => child.exited));
  running.clear();
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/health`, { keepalive: false }).then(
    ({ ok }) => ok,
    () => false,
  );

async function collect(stream: ReadableStream<Uint8Array>, lines: string[]): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    keepOutput(parts);
  }
}

function newPort(): number {
  let port = freePort();
  while (given.has(port)) port = freePort();
  given.add(port);
  return port;
}
