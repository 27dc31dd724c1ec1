import { redisServers } from '@plat/limits';
import type { Check, DoctorContext, Finding } from '../check.ts';

const MAX_SKEW_MS = 2_000;

async function skewMs(ask: () => Promise<number>, nowMs: () => number): Promise<number> {
  const before = nowMs();
  const theirs = await ask();
  const after = nowMs();
  // The other clock was read at some moment between the two.
  return Math.max(0, before - theirs, theirs - after);
}

const finding = (skew: number, who: string): Finding =>
  skew <= MAX_SKEW_MS
    ? { standing: 'ok', seen: `differ by at most ${(skew / 1_000).toFixed(1)} s` }
    : {
        standing: 'warn',
        seen: `the clock of ${who} differs from this machine's by ${(skew / 1_000).toFixed(1)} s`,
        advice: 'Minute windows, months and tokens depend on clocks: synchronize all machines with NTP.',
      };

export const postgresClock: Check = {
  name: 'clock_postgres',
  look: async ({ database, nowMs }: DoctorContext) => {
    if (database === null) return { standing: 'skipped', seen: 'no database' };
    const { sql } = database;
    await sql`select 1`;
    const ask = async () => {
      const [row] = await sql<{ ms: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`;
      return row!.ms;
    };
    return finding(await skewMs(ask, nowMs), 'PostgreSQL');
  },
};

export const redisClock: Check = {
  name: 'clock_redis',
  look: async ({ redis, nowMs }: DoctorContext) => {
    const servers = redis === null ? [] : redisServers(redis).filter(({ status }) => status === 'ready');
    if (servers.length === 0) return { standing: 'skipped', seen: 'no Redis' };
    const skews = await Promise.all(
      servers.map((server) =>
        skewMs(async () => {
          const [seconds, micros] = await server.time();
          return Number(seconds) * 1_000 + Number(micros) / 1_000;
        }, nowMs),
      ),
    );
    return finding(Math.max(...skews), 'Redis');
  },
};
