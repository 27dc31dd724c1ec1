import { releaseUsage } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { UsageDeps } from '../domain/usage/ports.ts';

/** `POST /internal/usage/release` */
export const releaseUsageOperation = ({ ledger }: UsageDeps) =>
  operation(releaseUsage, async ({ body }) => ({ answers: await ledger.release(body.reservation_ids) }));
