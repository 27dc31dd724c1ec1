import type { Principal } from './principal.ts';

const HASH_CHARACTERS = 16;

/** An end user as log lines and traces name them: the same in all of them, and not to be read back. */
const userHash = (companyId: string, userId: string): string =>
  new Bun.CryptoHasher('sha256').update(`${companyId}\n${userId}`).digest('hex').slice(0, HASH_CHARACTERS);

/** Who asks, as fields of a log line: never a key, and an end user as a hash. */
export const callerFields = ({
  keyId,
  companyId,
  userId,
}: Pick<Principal, 'keyId' | 'companyId' | 'userId'>): Record<string, unknown> => ({
  keyId,
  companyId,
  ...(userId === null ? {} : { userHash: userHash(companyId, userId) }),
});
