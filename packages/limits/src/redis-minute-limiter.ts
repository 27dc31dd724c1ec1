import type { RedisClient } from './connect-redis.ts';
import { admitted, type LimiterClock, MINUTE_MS, type MinuteLimiter, refused } from './minute-limiter.ts';
import { createRedisBatcher, type OnBatcherOpen } from './redis-batcher.ts';

/**
 * Each key has a list of admission times, oldest first, in milliseconds with microsecond decimals, because rounding
 * would shorten the window. Times never decrease within a list, so setting the server clock back cannot open the
 * window early. The list expires after its last entry has left the window. If the server clock was set back, the
 * expiry is shortened when the list is next found full. The third number of each reply is the time until the oldest
 * entry leaves or, when refused, until there is room.
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
   * For tests only. By default the script uses the clock of the Redis server, because replicas with different
   * clocks would together admit more than the limit.
   */
  clock?: LimiterClock;
  /** Receives a function that counts the requests waiting for Redis. */
  onOpen?: OnBatcherOpen;
}

interface TakeCommand {
  platTakeMinute(...keysAndArguments: (string | number)[]): Promise<TakeAnswer[]>;
}

/**
 * Shares limits between any number of replicas: one script, one round trip. All names for one caller have the same
 * hash slot.
 */
export function createRedisMinuteLimiter({ redis, clock, onOpen }: RedisMinuteLimiterOptions): MinuteLimiter {
  // In a cluster, ioredis must know which arguments are keys in order to choose the node.
  redis.defineCommand('platTakeMinute', { lua: TAKE, numberOfKeys: redis.isCluster ? 1 : undefined });
  const commands = redis as unknown as TakeCommand;
  const takeAll = (takes: readonly Take[]) =>
    commands.platTakeMinute(
      ...(redis.isCluster ? [] : [takes.length]),
      ...takes.map(({ keyId }) => `plat:{${keyId}}:minute`),
      clock === undefined ? '' : String(clock.nowMs()),
      ...takes.flatMap(({ limit, windowMs }) => [limit, windowMs]),
    );
  const ask = createRedisBatcher<Take, TakeAnswer>(redis, takeAll, onOpen);
  return {
    take: async (keyId, limit, windowMs = MINUTE_MS) => {
      const [isAllowed, count, waitMs] = await ask({ keyId, limit, windowMs });
      return isAllowed === 1 ? admitted(limit, windowMs, count, waitMs) : refused(limit, windowMs, waitMs);
    },
    close: async () => {},
  };
}
