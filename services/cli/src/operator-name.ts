import { userInfo } from 'node:os';

/** Who runs a command; by number where the environment has no name, as under cron and in containers. */
export function operatorName(): string {
  const { username, uid } = userInfo();
  // Bun asks nobody else for the name.
  return username === 'unknown' ? `uid-${uid}` : username;
}
