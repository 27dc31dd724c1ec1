import type { InternalTokens, Principal } from './principal.ts';

/** Who asks, as fields of a log line: never a key, and an end user as a hash that takes the secret of the tokens. */
export const callerFields = (
  tokens: Pick<InternalTokens, 'pseudonymOf'>,
  { keyId, companyId, userId }: Pick<Principal, 'keyId' | 'companyId' | 'userId'>,
): Record<string, unknown> => ({
  keyId,
  companyId,
  ...(userId === null ? {} : { userHash: tokens.pseudonymOf(`${companyId}\n${userId}`) }),
});
