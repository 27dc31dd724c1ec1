import { METERED_ENDPOINT_NAMES, type MeteredEndpointName, userIdProblem, type VerifiedKey } from '@plat/contracts';
import { endUserLimit } from '../usage/limits.ts';
import type { KeyStore, KeyVerification, PlanLimits } from './ports.ts';

/**
 * The rights of a key; null if no valid secret has this hash. A revoked or deactivated key, or one of a deactivated
 * company, is returned as inactive. Only enterprise keys have end users and plans; others ignore `user_id`.
 */
export async function verifyKey(
  deps: { keys: KeyStore },
  request: { key_sha256: string; user_id: string | null },
): Promise<VerifiedKey | null> {
  const { key_sha256: sha256, user_id: userId } = request;
  const isUsable = userId !== null && userIdProblem(userId) === null;
  const key = await deps.keys.verify(sha256, isUsable ? userId : null);
  if (key === null) return null;
  if (key.active && key.useIsNews) await deps.keys.touch(sha256);
  return rightsOf(key);
}

/** The rights of the key of a company's own application, or of operators; null for an unknown company. */
export async function verifyApplicationKey(
  deps: { keys: KeyStore },
  companyId: string | null,
): Promise<VerifiedKey | null> {
  const key = await deps.keys.application(companyId);
  return key === null ? null : rightsOf(key);
}

function rightsOf(key: KeyVerification): VerifiedKey {
  return {
    key_id: key.keyId,
    key_kind: key.kind,
    company_id: key.companyId,
    active: key.active,
    is_test: key.isTest,
    rate_limit: key.rateLimit,
    rate_window_seconds: key.rateWindowSeconds,
    allowed_addresses: key.allowedAddresses,
    authorized_endpoints: key.authorizedEndpoints,
    subscription: key.kind === 'subscriber' ? key.subscription : null,
    may_search_buyers: key.maySearchBuyers,
    covered_endpoints: key.kind === 'enterprise' ? coveredBy(key.limits) : null,
    secret_good_ms: key.secretGoodMs,
    user_known: key.kind !== 'enterprise' || key.userActive,
  };
}

const coveredBy = (limits: PlanLimits | null): MeteredEndpointName[] =>
  METERED_ENDPOINT_NAMES.filter((name) => endUserLimit(name, limits) !== null);
