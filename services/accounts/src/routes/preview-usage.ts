import { previewUsage } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { UsageDeps } from '../domain/usage/ports.ts';

/** `POST /internal/usage/preview` */
export const previewUsageOperation = ({ ledger, clock }: UsageDeps) =>
  operation(previewUsage, async ({ body }) => ledger.preview(body, clock.nowMs()));
