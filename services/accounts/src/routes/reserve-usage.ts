import { reserveUsage } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { UsageDeps } from '../domain/usage/ports.ts';
import { reserveUsage as reserve } from '../domain/usage/reserve-usage.ts';

/** `POST /internal/usage/reserve` */
export const reserveUsageOperation = (deps: UsageDeps) =>
  operation(reserveUsage, async ({ body }) => ({ answers: await reserve(deps, body.reservations) }));
