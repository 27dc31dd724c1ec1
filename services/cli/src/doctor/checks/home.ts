import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Check } from '../check.ts';

/** Files with secrets or contacts. */
const PRIVATE = ['internal-secret', 'demo-key', join('postgres', 'password'), 'market'];
const OTHERS = 0o077;
const WARN_BYTES = 5e9;
const FAIL_BYTES = 5e8;

/** Checks that the home belongs to this user and its private files to nobody else. */
export const homeFiles: Check = {
  name: 'home',
  look: ({ home, isEmbedded }) => {
    if (!existsSync(home)) {
      return isEmbedded
        ? {
            standing: 'fail',
            seen: `there is no folder ${home}`,
            advice: 'Choose the home with --home, or create one: plat start',
          }
        : { standing: 'skipped', seen: 'there is no home' };
    }
    if (!statSync(home).isDirectory()) {
      return { standing: 'fail', seen: `${home} is not a folder`, advice: 'Choose the home with --home.' };
    }
    const closed = mayUse(home) ? PRIVATE.map((name) => join(home, name)).filter((path) => !mayUse(path)) : [home];
    if (closed.length > 0) {
      const advice = 'Run Plat as the owner of the home, or give that user all of it: chown -R';
      return { standing: 'fail', seen: `this user may not read and write ${closed.join(', ')}`, advice };
    }
    const open = PRIVATE.filter((name) => {
      const path = join(home, name);
      return existsSync(path) && (statSync(path).mode & OTHERS) !== 0;
    });
    return open.length === 0
      ? { standing: 'ok', seen: home }
      : {
          standing: 'fail',
          seen: `others can read ${open.join(', ')}`,
          advice: `Restrict them: chmod go= ${open.map((name) => join(home, name)).join(' ')}`,
        };
  },
};

function mayUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | (statSync(path).isDirectory() ? constants.X_OK : 0));
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

export const diskSpace: Check = {
  name: 'disk',
  look: async ({ home }) => {
    const folder = existsSync(home) ? home : dirname(home);
    if (!existsSync(folder)) return { standing: 'skipped', seen: 'there is no home' };
    const { bavail, bsize } = await statfs(folder);
    const bytes = bavail * bsize;
    const seen = `${(bytes / 1e9).toFixed(1)} GB are free`;
    if (bytes >= WARN_BYTES) return { standing: 'ok', seen };
    const advice = 'Free some space: an import keeps the current version while it builds the next.';
    return { standing: bytes < FAIL_BYTES ? 'fail' : 'warn', seen, advice };
  },
};
