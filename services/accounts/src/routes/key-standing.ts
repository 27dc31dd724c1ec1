import { keyStanding } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';

/** `POST /internal/key-standing` */
export const keyStandingOperation = ({ keys }: Pick<AccountsDeps, 'keys'>) =>
  operation(keyStanding, async ({ body }) => ({ active: await keys.isActive(body.key_id) }));
