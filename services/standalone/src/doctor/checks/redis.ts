import type { Check } from '../check.ts';

/** What the compose file runs is 8; scripts and commands of ours are all in 6.2. */
const MIN_VERSION = [6, 2] as const;

export const redis: Check = {
  name: 'redis',
  look: async ({ redis, environment }) => {
    if (environment?.REDIS_URL === undefined || redis === null) {
      return { standing: 'skipped', seen: 'REDIS_URL is not set: limits live in one process' };
    }
    const advice = 'Without Redis each replica counts minutes by itself. Check REDIS_URL, and that the server runs.';
    const info = await redis.info('server').catch(() => null);
    if (info === null) return { standing: 'fail', seen: 'it does not answer', advice };
    const version = /redis_version:(\S+)/.exec(info)?.[1] ?? '0';
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
      return { standing: 'fail', seen: version, advice: `Plat needs Redis ${MIN_VERSION.join('.')} or newer.` };
    }
    return { standing: 'ok', seen: version };
  },
};

/** A Redis that throws keys away when it is full forgets minutes and revocations without a word. */
export const redisEviction: Check = {
  name: 'redis_eviction',
  look: async ({ redis }) => {
    const info = (await redis?.info('memory').catch(() => null)) ?? null;
    if (info === null) return { standing: 'skipped', seen: 'no Redis' };
    const policy = /maxmemory_policy:(\S+)/.exec(info)?.[1] ?? 'unknown';
    return policy === 'noeviction'
      ? { standing: 'ok', seen: policy }
      : { standing: 'warn', seen: `maxmemory-policy is ${policy}`, advice: 'Set maxmemory-policy to noeviction.' };
  },
};
