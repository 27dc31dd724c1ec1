import { AppError } from '@plat/kit';
import type { MinuteLimiter } from '@plat/limits';

/** Maximum requests of one subject in any interval of `windowMs`. */
export interface RequestLimit {
  name: string;
  most: number;
  windowMs: number;
  /** Wording for the error message. */
  text: string;
}

/** Requests of one key (docs/rules/automation.md). */
export const KEY_LIMIT: RequestLimit = {
  name: 'automation',
  most: 60,
  windowMs: 60_000,
  text: '60 requests per minute',
};
export const TRIGGER_LIMIT: RequestLimit = {
  name: 'automation-trigger',
  most: 10,
  windowMs: 1_000,
  text: '10 triggers per second',
};
/** A repeated setup replaces the key and stops a running integration. */
export const SETUP_LIMIT: RequestLimit = {
  name: 'automation-setup',
  most: 5,
  windowMs: 3_600_000,
  text: '5 setups per hour',
};

export type Limiter = Pick<MinuteLimiter, 'take'>;

/** @throws AppError RATE_LIMIT_EXCEEDED (429) with `Retry-After`; a rejected request counts nothing. */
export async function takeFrom(limiter: Limiter, limit: RequestLimit, subject: string): Promise<void> {
  const { allowed, retryAfterMs } = await limiter.take(`${limit.name}:${subject}`, limit.most, limit.windowMs);
  if (allowed) return;
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  throw new AppError('RATE_LIMIT_EXCEEDED', `The limit of ${limit.text} is reached; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  });
}
