import { type Account, ENDPOINT_NAMES } from '@plat/contracts';
import { AppError } from '@plat/kit';
import type { PlanStore } from '../plans/ports.ts';
import type { KeyStore } from './ports.ts';

/** The account as its enterprise key sees it. */
export async function apiCredentials(deps: { keys: KeyStore; plans: PlanStore }, keyId: string): Promise<Account> {
  const [[key], plans] = await Promise.all([deps.keys.find(keyId), deps.plans.ofKey(keyId)]);
  if (key === undefined) throw new AppError('INVALID_API_KEY', 'The API key is unknown or inactive');
  return {
    account_name: key.companyName,
    account_contact_email: key.contactEmail ?? '',
    active: key.companyActive && key.deactivatedAt === null && key.revokedAt === null,
    rate_limit_per_minute: key.rateLimit,
    authorized_endpoints: key.authorizedEndpoints ?? [...ENDPOINT_NAMES],
    available_plans: plans,
  };
}
