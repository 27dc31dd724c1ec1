import { AppError } from '@plat/kit';
import { limitHeaders, windowName } from '../domain/limit-headers.ts';
import type { Passage, Stage } from './passage.ts';

/** Sets the limit headers for every limit known so far, on any response. */
export function setLimitHeaders({ endpoint, exchange, minute, allowance }: Passage, nowMs: number): void {
  if (!endpoint.policy.usageHeaders) return;
  const headers = limitHeaders(minute, allowance, nowMs);
  for (const name in headers) exchange.setHeader(name, headers[name] ?? '');
}

/** Counts every request of a known key, failed ones included, and reports what is left. */
export const minuteLimit: Stage = (passage, { clock }) => {
  const { minute } = passage;
  if (minute === undefined) return undefined;
  setLimitHeaders(passage, clock.nowMs());
  if (minute.allowed) return undefined;
  const seconds = Math.max(1, Math.ceil(minute.retryAfterMs / 1000));
  throw new AppError(
    'RATE_LIMIT_EXCEEDED',
    `The limit of ${minute.limit} requests per ${windowName(minute.windowMs)} is reached; try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
    { headers: { 'retry-after': String(seconds) } },
  );
};
