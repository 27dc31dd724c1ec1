import type { InternalTokens, Principal } from './principal.ts';

/** Fields of a log line that identify the caller. Never contains a key; end users are hashed with the token secret. */
export const callerFields = (
  tokens: Pick<InternalTokens, 'pseudonymOf'>,
  { keyId, companyId, userId }: Pick<Principal, 'keyId' | 'companyId' | 'userId'>,
): Record<string, unknown> => ({
  keyId,
  companyId,
  ...(userId === null ? {} : { userHash: tokens.pseudonymOf(`${companyId}\n${userId}`) }),
});
