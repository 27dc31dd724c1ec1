import type { VerifiedKey } from '@plat/contracts';

/** An active subscriber key with the default minute limit. */
export const SUBSCRIBER: VerifiedKey = {
  key_id: 'k',
  key_kind: 'subscriber',
  company_id: 'c',
  active: true,
  rate_limit: 20,
  is_test: false,
  rate_window_seconds: 60,
  allowed_addresses: null,
  covered_endpoints: null,
  authorized_endpoints: null,
  subscription: 'active',
  may_search_buyers: true,
  user_known: false,
};
