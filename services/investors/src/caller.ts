import type { Principal } from '@plat/kit';

/** Calls that this service makes on its own behalf. */
export const INVESTORS: Principal = {
  keyId: 'investors',
  keyKind: 'service',
  companyId: 'plat',
  userId: null,
  realm: 'live',
};
