import { keepOutput } from '@plat/test-kit';

/** A running Plat with the synthetic market, however it runs, as callers and its operator see it. */
export interface EndToEndPlatform {
  /** Where callers go. */
  url: string;
  /** Runs `plat` as the operator does. @returns what it answers with --json; it must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every command
  plat(...words: string[]): Promise<any>;
  /** What the OpenID provider says of a user. */
  idToken(uid: string, email: string): Promise<string>;
}

/** Of the market that both ways of running serve in these tests. */
export const MARKET = { asOf: '2026-03-01', parcels: 4_000 } as const;

/** Runs a command line in a process of its own and reads the JSON document that it answers with. */
export async function runCommand(
  command: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  directory: string,
) {
  const child = Bun.spawn([...command, '--json'], {
    cwd: directory,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, ...environment },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  keepOutput([stderr]);
  if ((await child.exited) === 0) return JSON.parse(stdout);
  throw new Error(`${command.slice(1).join(' ')} failed: ${stderr}`);
}
