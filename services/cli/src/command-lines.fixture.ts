import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepOutput } from '@plat/test-kit';

const RUNNER = join(import.meta.dir, 'command-runner.fixture.ts');

export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** A child process that runs `plat` command lines one after the other, which saves sixty process starts. */
export interface CommandLines {
  /** The child's working directory, which also holds its home. */
  folder: string;
  plat(...words: string[]): Promise<Ended>;
  /** The command's --json output. @throws with its output if it failed. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of every command
  platJson(...words: string[]): Promise<any>;
  close(): Promise<void>;
}

/** Starts the child with a database. */
export function startCommandLines(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): CommandLines {
  const folder = mkdtempSync(join(tmpdir(), 'plat-command-lines-'));
  const { REDIS_URL: _, ...inherited } = process.env;
  const child = Bun.spawn([process.execPath, RUNNER], {
    cwd: folder,
    env: {
      ...inherited,
      PLAT_LOG_LEVEL: 'error',
      PLAT_HOME: join(folder, 'home'),
      DATABASE_URL: databaseUrl,
      ...environment,
    },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const answers = linesOf(child.stdout);
  const plat = async (...words: string[]): Promise<Ended> => {
    child.stdin.write(`${JSON.stringify(words)}\n`);
    child.stdin.flush();
    const { value } = await answers.next();
    if (value === undefined) throw new Error(`the child ended before plat ${words.join(' ')}`);
    return JSON.parse(value) as Ended;
  };
  return {
    folder,
    plat,
    platJson: async (...words) => {
      const { exitCode, stdout, stderr } = await plat(...words, '--json');
      keepOutput([stderr]);
      if (exitCode !== 0) throw new Error(`plat ${words.join(' ')} exited with ${exitCode}: ${stdout} ${stderr}`);
      return JSON.parse(stdout);
    },
    close: async () => {
      child.stdin.end();
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
}
