import type { VerifiedKey } from '@plat/contracts';
import type { KeyStore } from './ports.ts';

const MAX_USER_ID_CHARACTERS = 255;

/** Whether a text can name an end user at all: 1 to 255 characters, none of them a control character. */
export const isWellFormedUserId = (text: string): boolean =>
  text.trim() !== '' && [...text].length <= MAX_USER_ID_CHARACTERS && !/\p{Cc}/u.test(text);

/**
 * What a key may do, or null when there is none with this hash. A revoked key, or one of a deactivated company, is
 * answered as inactive. Accounts keep no end users yet, so any well-formed `user_id` of an enterprise key counts as
 * known; subscriber keys have no end users and ignore it.
 */
export async function verifyKey(
  deps: { store: KeyStore },
  request: { key_sha256: string; user_id: string | null },
): Promise<VerifiedKey | null> {
  const record = await deps.store.findBySha256(request.key_sha256);
  if (record === null) return null;
  const active = record.revokedAt === null && record.companyActive;
  if (active) await deps.store.touch(record.id);
  return {
    key_id: record.id,
    key_kind: record.kind,
    company_id: record.companyId,
    active,
    is_test: false,
    rate_limit: record.rateLimitPerMinute,
    rate_window_seconds: 60,
    allowed_addresses: null,
    covered_endpoints: null,
    authorized_endpoints: record.authorizedEndpoints,
    subscription: record.subscription,
    may_search_buyers: true,
    user_known: record.kind === 'subscriber' || (request.user_id !== null && isWellFormedUserId(request.user_id)),
  };
}
