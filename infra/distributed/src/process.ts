import { mkdirSync } from 'node:fs';

/** A process of the platform, with its last output. */
export interface PlatProcess {
  name: string;
  pid: number;
  /** The last lines of stdout and stderr. */
  said(): string;
  /** Settles when the process has ended. */
  ended: Promise<number>;
  hasEnded(): boolean;
  /** Stops it as an orchestrator does: a signal first, then a kill. @returns its exit status. */
  stop(): Promise<number>;
}

const STOP_MS = 20_000;
const REMEMBERED_LINES = 40;
const READY_POLL_MS = 50;

export interface ProcessOptions {
  name: string;
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  directory: string;
  /** Called for every line of its output. */
  onLine?(line: string): void;
}

export function startProcess({ name, command, environment, directory, onLine }: ProcessOptions): PlatProcess {
  mkdirSync(directory, { recursive: true });
  const child = Bun.spawn([...command], {
    cwd: directory,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const lines: string[] = [];
  const remember = (line: string) => {
    lines.push(line);
    if (lines.length > REMEMBERED_LINES) lines.shift();
    onLine?.(line);
  };
  const reading = Promise.all([readLines(child.stdout, remember), readLines(child.stderr, remember)]);
  const ended = child.exited.then(async (code) => {
    await reading;
    return code;
  });
  return {
    name,
    pid: child.pid,
    said: () => lines.join('\n'),
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    stop: async () => {
      child.kill('SIGTERM');
      const cutOff = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      const code = await child.exited;
      clearTimeout(cutOff);
      return code;
    },
  };
}

/** Calls `onLine` with every line of a stream, until it ends. */
export async function readLines(stream: ReadableStream<Uint8Array>, onLine: (line: string) => void): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) onLine(part);
  }
  if (rest !== '') onLine(rest);
}

/** Waits until a URL returns 2xx. @throws Error with the process's output when it exits or takes too long. */
export async function untilReady(one: PlatProcess, url: string, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!(await answers(url))) {
    if (one.hasEnded()) throw new Error(`${one.name} exited during its start:\n${one.said()}`);
    if (performance.now() > until) throw new Error(`${one.name} is not ready after ${timeoutMs} ms:\n${one.said()}`);
    await Bun.sleep(READY_POLL_MS);
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url, { keepalive: false, signal: AbortSignal.timeout(3_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
