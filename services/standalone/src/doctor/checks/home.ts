import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Check } from '../check.ts';

const SECRET_FILES = ['internal-secret', 'demo-key', join('postgres', 'password')];
const OTHERS = 0o077;
const WARN_BYTES = 5e9;
const FAIL_BYTES = 5e8;

/** What is secret is readable by its owner only. */
export const homeFiles: Check = {
  name: 'home',
  look: ({ home, isEmbedded }) => {
    if (!existsSync(home)) {
      return isEmbedded
        ? {
            standing: 'fail',
            seen: `there is no folder ${home}`,
            advice: 'Name the home with --home, or make one: plat start',
          }
        : { standing: 'skipped', seen: 'there is none' };
    }
    const open = SECRET_FILES.filter((file) => {
      const path = join(home, file);
      return existsSync(path) && (statSync(path).mode & OTHERS) !== 0;
    });
    return open.length === 0
      ? { standing: 'ok', seen: home }
      : { standing: 'fail', seen: `others can read ${open.join(', ')}`, advice: 'Close them: chmod 600' };
  },
};

export const diskSpace: Check = {
  name: 'disk',
  look: async ({ home }) => {
    const folder = existsSync(home) ? home : dirname(home);
    if (!existsSync(folder)) return { standing: 'skipped', seen: 'there is no home' };
    const { bavail, bsize } = await statfs(folder);
    const bytes = bavail * bsize;
    const seen = `${(bytes / 1e9).toFixed(1)} GB are free`;
    if (bytes >= WARN_BYTES) return { standing: 'ok', seen };
    const advice = 'Free some space: an import keeps the version before, and builds the next beside it.';
    return { standing: bytes < FAIL_BYTES ? 'fail' : 'warn', seen, advice };
  },
};
