import type { RedisClient } from './connect-redis.ts';
import { admitted, type LimiterClock, MINUTE_MS, type MinuteLimiter, refused } from './minute-limiter.ts';
import { inBatches, type OnBatchesOpen } from './redis-batches.ts';

/**
 * Answers one question after another, each about the log of one key: a list of admission times, oldest first, in
 * milliseconds with their microseconds: cut down to whole ones, a window would be too short by what was cut off. Time
 * never runs backwards within a list, so a clock that is set back cannot open the window early. The list expires after
 * its last entry has left, and when that end was moved away, for the server's clock was set back, as long after it was
 * found full. The third number of an answer is how long until the oldest entry leaves, or until there is room.
 */
const TAKE = `
local function take(log, limit, window, now)
  local kept = window + 1000
  local last = tonumber(redis.call('LINDEX', log, -1) or now)
  if last > now then now = last end
  local oldest = tonumber(redis.call('LINDEX', log, 0) or now)
  while oldest <= now - window do
    redis.call('LPOP', log)
    oldest = tonumber(redis.call('LINDEX', log, 0) or now)
  end
  local count = redis.call('LLEN', log)
  if count < limit then
    redis.call('RPUSH', log, string.format('%.3f', now))
    redis.call('PEXPIRE', log, kept)
    return { 1, count + 1, math.ceil(oldest + window - now) }
  end
  if limit <= 0 then return { 0, count, window } end
  if redis.call('PTTL', log) > kept then redis.call('PEXPIRE', log, kept) end
  return { 0, count, math.ceil(tonumber(redis.call('LINDEX', log, count - limit)) + window - now) }
end
local now
if ARGV[1] == '' then
  local time = redis.call('TIME')
  now = time[1] * 1000 + time[2] / 1000
else
  now = tonumber(ARGV[1])
end
local answers = {}
for at, log in ipairs(KEYS) do
  answers[at] = take(log, tonumber(ARGV[2 * at]), tonumber(ARGV[2 * at + 1]), now)
end
return answers
`;

type TakeAnswer = readonly [isAllowed: number, count: number, waitMs: number];

interface Take {
  keyId: string;
  limit: number;
  windowMs: number;
}

export interface RedisMinuteLimiterOptions {
  redis: RedisClient;
  /**
   * Only for tests. Without it the script asks the Redis server for the time: replicas whose clocks differ would
   * otherwise admit more than the limit between them.
   */
  clock?: LimiterClock;
  /** Gets what tells how many requests wait for Redis. */
  onOpen?: OnBatchesOpen;
}

interface TakeCommand {
  platTakeMinute(...keysAndArguments: (string | number)[]): Promise<TakeAnswer[]>;
}

/** For any number of replicas: one script, one round trip; every key of one caller has the same hash slot. */
export function createRedisMinuteLimiter({ redis, clock, onOpen }: RedisMinuteLimiterOptions): MinuteLimiter {
  // For a cluster ioredis must know where the keys are: it looks for their node before it sends.
  redis.defineCommand('platTakeMinute', { lua: TAKE, numberOfKeys: redis.isCluster ? 1 : undefined });
  const commands = redis as unknown as TakeCommand;
  const takeAll = (takes: readonly Take[]) =>
    commands.platTakeMinute(
      ...(redis.isCluster ? [] : [takes.length]),
      ...takes.map(({ keyId }) => `plat:{${keyId}}:minute`),
      clock === undefined ? '' : String(clock.nowMs()),
      ...takes.flatMap(({ limit, windowMs }) => [limit, windowMs]),
    );
  const ask = inBatches<Take, TakeAnswer>(redis, takeAll, onOpen);
  return {
    take: async (keyId, limit, windowMs = MINUTE_MS) => {
      const [isAllowed, count, waitMs] = await ask({ keyId, limit, windowMs });
      return isAllowed === 1 ? admitted(limit, windowMs, count, waitMs) : refused(limit, windowMs, waitMs);
    },
    close: async () => {},
  };
}
