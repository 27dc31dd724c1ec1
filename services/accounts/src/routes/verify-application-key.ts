import { verifyApplicationKey } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';
import { verifyApplicationKey as verify } from '../domain/keys/verify-key.ts';

export const verifyApplicationKeyOperation = (deps: AccountsDeps) =>
  operation(verifyApplicationKey, async ({ body }) => ({ key: await verify(deps, body.company_id) }));
