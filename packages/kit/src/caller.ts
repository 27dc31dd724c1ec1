import type { Principal } from './principal.ts';

/** On whose behalf, and until when, a service calls other services. */
export interface Caller {
  principal: Principal;
  requestId: string;
  /** Epoch milliseconds; undefined without a deadline. */
  deadlineMs: number | undefined;
}
