import { ANSWER_TIMEOUT_MS, type RedisClient } from './connect-redis.ts';
import { inTime } from './in-time.ts';
import { admitted, type LimiterClock, MINUTE_MS, type MinuteLimiter, refused } from './minute-limiter.ts';

/**
 * The log of one key as a list of admission times, oldest first. Time never runs backwards within a list, so a clock
 * that is set back cannot open the window early. The list expires with its last entry. The third number is how long until
 * the oldest entry leaves, or until there is room.
 */
const TAKE = `
local limit, window, given = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local now
if given == '' then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
else
  now = tonumber(given)
end
local last = tonumber(redis.call('LINDEX', KEYS[1], -1) or now)
if last > now then now = last end
local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or now)
while oldest <= now - window do
  redis.call('LPOP', KEYS[1])
  oldest = tonumber(redis.call('LINDEX', KEYS[1], 0) or now)
end
local count = redis.call('LLEN', KEYS[1])
if count < limit then
  redis.call('RPUSH', KEYS[1], string.format('%.0f', now))
  redis.call('PEXPIRE', KEYS[1], window)
  return { 1, count + 1, oldest + window - now }
end
if limit <= 0 then return { 0, count, window } end
return { 0, count, tonumber(redis.call('LINDEX', KEYS[1], count - limit)) + window - now }
`;

export interface RedisMinuteLimiterOptions {
  redis: RedisClient;
  /**
   * Only for tests. Without it the script asks the Redis server for the time: replicas whose clocks differ would
   * otherwise admit more than the limit between them.
   */
  clock?: LimiterClock;
}

interface TakeCommand {
  platTakeMinute(key: string, limit: number, windowMs: number, nowMs: string): Promise<[number, number, number]>;
}

/** For any number of replicas: one script, one round trip; every key of one caller has the same hash slot. */
export function createRedisMinuteLimiter({ redis, clock }: RedisMinuteLimiterOptions): MinuteLimiter {
  redis.defineCommand('platTakeMinute', { numberOfKeys: 1, lua: TAKE });
  const commands = redis as unknown as TakeCommand;
  return {
    take: async (keyId, limit, windowMs = MINUTE_MS) => {
      const nowMs = clock === undefined ? '' : String(clock.nowMs());
      const name = `plat:{${keyId}}:minute`;
      const [allowed, count, waitMs] = await inTime(
        commands.platTakeMinute(name, limit, windowMs, nowMs),
        ANSWER_TIMEOUT_MS,
      );
      return allowed === 1 ? admitted(limit, windowMs, count, waitMs) : refused(limit, windowMs, waitMs);
    },
    close: async () => {},
  };
}
