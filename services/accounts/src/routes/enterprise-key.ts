import { AppError, type Principal } from '@plat/kit';
import type { Actor } from '../domain/ports.ts';

/**
 * The enterprise key that an account operation acts for, and its audit name.
 * @throws AppError ENDPOINT_NOT_AUTHORIZED (403) for any other principal, such as a service token.
 */
export function enterpriseKey({ keyId, keyKind }: Principal): { keyId: string; actor: Actor } {
  if (keyKind === 'enterprise') return { keyId, actor: `key:${keyId}` };
  throw new AppError('ENDPOINT_NOT_AUTHORIZED', 'Account endpoints are for enterprise keys');
}
