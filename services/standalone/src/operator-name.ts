import { userInfo } from 'node:os';

/** The operator of a command; the user id if the environment has no name, as under cron and in containers. */
export function operatorName(): string {
  const { username, uid } = userInfo();
  // Bun has no other source for the name.
  return username === 'unknown' ? `uid-${uid}` : username;
}
