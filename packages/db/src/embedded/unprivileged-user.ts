import { statSync } from 'node:fs';
import { DatabaseError } from '../database-error.ts';
import { type RunAs, run } from './run.ts';

const USER_NAME = 'postgres';

/**
 * PostgreSQL refuses to run as root. When Plat runs as root, PostgreSQL runs as the owner of the existing cluster,
 * or else as the system user `postgres`, which is created if missing.
 * @returns undefined when Plat itself does not run as root.
 */
export async function unprivilegedUser(existingCluster: string | null): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (existingCluster !== null) {
    const { uid, gid } = statSync(existingCluster);
    if (uid !== 0) return { uid, gid };
  }
  const found = (await lookUp()) ?? (await create());
  if (found !== null) return found;
  throw new DatabaseError(
    `PostgreSQL does not run as root, and the system user "${USER_NAME}" could not be created.`,
    `Create it (useradd --system ${USER_NAME}), run Plat as an ordinary user, or set DATABASE_URL.`,
  );
}

async function lookUp(): Promise<RunAs | null> {
  const [user, group] = [await run('id', ['-u', USER_NAME]), await run('id', ['-g', USER_NAME])];
  if (user.exitCode !== 0 || group.exitCode !== 0) return null;
  return { uid: Number(user.output.trim()), gid: Number(group.output.trim()) };
}

async function create(): Promise<RunAs | null> {
  const attempts: Array<[string, string[]]> = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', USER_NAME]],
    ['adduser', ['-S', '-D', '-H', USER_NAME]],
  ];
  for (const [program, programArguments] of attempts) {
    await run(program, programArguments);
    const user = await lookUp();
    if (user !== null) return user;
  }
  return null;
}
