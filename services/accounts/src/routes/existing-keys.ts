import { existingKeys } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AccountsDeps } from '../deps.ts';

/** `POST /internal/existing-keys` */
export const existingKeysOperation = ({ keys }: Pick<AccountsDeps, 'keys'>) =>
  operation(existingKeys, async ({ body }) => {
    const existing = await keys.existing(body.key_sha256s);
    return { exist: body.key_sha256s.map((sha256) => existing.has(sha256)) };
  });
