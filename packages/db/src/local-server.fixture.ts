import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './embedded/binaries.ts';
import { type RunAs, run } from './embedded/run.ts';

/** Superuser of test servers. */
export const ROLE = 'plat';

/** A PostgreSQL of a test. Its superuser is `plat`, without a password, on loopback only. */
export interface LocalServer {
  port: number;
  /** URL of the database `postgres`, which only these tests use. */
  url: string;
  start(): Promise<void>;
  /** Stops it at once, as a crash does. */
  crash(): Promise<void>;
  /** Makes it hang: connections stay open, but nothing answers. */
  pause(): void;
  resume(): void;
}

export const configure = (data: string, settings: Readonly<Record<string, string>>): void =>
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    Object.entries(settings)
      .map(([name, value]) => `${name} = ${value.startsWith("'") ? value : `'${value}'`}\n`)
      .join(''),
  );

export function serverAt(
  data: string,
  port: number,
  { pg_ctl }: Pick<Binaries, 'pg_ctl'>,
  as: RunAs | undefined,
): LocalServer {
  const pid = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const one of [pid(), ...childrenOf(pid())]) process.kill(one, signal);
  };
  return {
    port,
    url: `postgres://${ROLE}@127.0.0.1:${port}/postgres`,
    start: () => succeed(pg_ctl, ['start', '--wait', '-D', data, '-l', join(data, 'server.log'), '-s'], as),
    crash: async () => {
      await run(pg_ctl, ['stop', '--wait', '-D', data, '-m', 'immediate', '-s'], { as });
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
  };
}

const childrenOf = (parent: number): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

export async function succeed(program: string, given: readonly string[], as: RunAs | undefined): Promise<void> {
  const { exitCode, output } = await run(program, given, { as });
  if (exitCode !== 0) throw new Error(`${program} failed: ${output}`);
}
