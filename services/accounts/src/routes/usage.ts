import { usage } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { UsageDeps } from '../domain/usage/ports.ts';
import { usageOfCaller } from '../domain/usage/usage-of-caller.ts';

/** `GET /v1/usage` */
export const usageOperation = (deps: UsageDeps) =>
  operation(usage, async ({ principal }) => usageOfCaller(deps, principal.keyId, principal.userId));
