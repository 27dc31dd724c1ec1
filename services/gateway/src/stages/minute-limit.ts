import { AppError } from '@plat/kit';
import type { Stage } from './passage.ts';

/** Counts every request of a known key, whatever becomes of it (decision E.4), and tells the caller what is left. */
export const minuteLimit: Stage = ({ minute, endpoint, exchange }) => {
  if (minute === undefined) return undefined;
  if (endpoint.policy.usageHeaders) {
    exchange.setHeader('x-ratelimit-limit', String(minute.limit));
    exchange.setHeader('x-ratelimit-remaining', String(minute.remaining));
  }
  if (minute.allowed) return undefined;
  const seconds = Math.max(1, Math.ceil(minute.retryAfterMs / 1000));
  throw new AppError(
    'RATE_LIMIT_EXCEEDED',
    `The limit of ${minute.limit} requests per minute is reached; try again in ${seconds} seconds`,
    { headers: { 'retry-after': String(seconds) } },
  );
};
