import { userInfo } from 'node:os';

/** Who runs a command. A container may run under a number that has no name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env.USER ?? String(process.getuid?.() ?? 'unknown');
  }
}
