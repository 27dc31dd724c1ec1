import type { Principal } from '@plat/kit';

/** On whose behalf, and until when, other services are called. */
export interface Caller {
  principal: Principal;
  requestId: string;
  /** Epoch milliseconds; undefined without a deadline. */
  deadlineMs: number | undefined;
}

/** Calls that this service makes on its own behalf. */
export const INVESTORS: Principal = {
  keyId: 'investors',
  keyKind: 'service',
  companyId: 'plat',
  userId: null,
  realm: 'live',
};
