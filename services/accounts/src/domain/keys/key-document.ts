import type { KeyRecord } from './ports.ts';

/** A key as operators and the audit trail see it, without its secret or hash. */
export const keyDocument = (key: KeyRecord) => ({
  id: key.id,
  kind: key.kind,
  name: key.name,
  company: key.companyName,
  active: key.companyActive && key.deactivatedAt === null && key.revokedAt === null,
  is_test: key.isTest,
  key_prefix: key.keyPrefix,
  rate_limit: key.rateLimit,
  rate_window_seconds: key.rateWindowSeconds,
  monthly_limit: key.monthlyLimit,
  authorized_endpoints: key.authorizedEndpoints,
  allowed_addresses: key.allowedAddresses,
  seat: key.seat?.name ?? null,
  plans: key.planIds,
  created_at: key.createdAt,
  deactivated_at: key.deactivatedAt,
  revoked_at: key.revokedAt,
  last_used_at: key.lastUsedAt,
  previous_secret_until: key.previousSecretUntil,
});
