import { verifyKey } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { verifyKey as verify } from '../domain/keys/verify-key.ts';

export const verifyKeyOperation = (deps: AccountsDeps) =>
  operation(verifyKey, async ({ body }) => ({ key: await verify(deps, body) }));
