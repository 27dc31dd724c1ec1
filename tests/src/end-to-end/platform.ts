import { keepOutput } from '@plat/test-kit';

/** A running Plat with the synthetic market, in any setup, as callers and its operator see it. */
export interface EndToEndPlatform {
  /** Base URL for callers. */
  url: string;
  /** Runs `plat` as the operator. @returns its --json output; it must succeed. */
  // biome-ignore lint/suspicious/noExplicitAny: output of every command
  plat(...words: string[]): Promise<any>;
  /** An ID token of the OpenID provider for a user. */
  idToken(uid: string, email: string): Promise<string>;
}

/** The market that both setups serve in these tests. */
export const MARKET = { asOf: '2026-03-01', parcels: 4_000 } as const;

/** Runs a command in its own process and parses its JSON output. */
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
