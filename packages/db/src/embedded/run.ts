import { spawn } from 'node:child_process';

/** The user that a child process runs as; undefined means the user that runs Plat. */
export interface RunAs {
  uid: number;
  gid: number;
}

export interface RunResult {
  exitCode: number;
  output: string;
}

/** Runs a program and collects its output. Exit code 127 means that it cannot be executed. */
export function run(
  program: string,
  programArguments: readonly string[],
  options: { as?: RunAs | undefined; input?: string } = {},
): Promise<RunResult> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, [...programArguments], {
      ...options.as,
      // The other user may not be able to enter the caller's folder, and a server must not keep that folder in use.
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
