import { spawn } from 'node:child_process';

/** The user that a child process runs as; undefined means the one that runs Plat. */
export interface RunAs {
  uid: number;
  gid: number;
}

export interface RunResult {
  exitCode: number;
  output: string;
}

/** Runs a program to its end and collects what it printed; a program that cannot be executed has exit code 127. */
export function run(
  program: string,
  programArguments: readonly string[],
  options: { as?: RunAs | undefined; input?: string } = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, [...programArguments], {
      ...options.as,
      // The caller's folder may be closed to the other user, and a server must not keep it busy.
      cwd: '/',
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.on('error', (error) => resolve({ exitCode: 127, output: `${output}${error.message}` }));
    child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? 128, output }));
  });
}
