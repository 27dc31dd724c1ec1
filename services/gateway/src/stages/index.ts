import { addressAllowed, keyActive, keyKnown, keyPresent } from './authenticate.ts';
import { endpointAuthorized, planCovers, subscriptionActive, userActive, userPresent } from './authorize.ts';
import { bodyReadable, inputValid } from './check-input.ts';
import { dryRun } from './dry-run.ts';
import { forward } from './forward.ts';
import { queryGathered } from './gather-query.ts';
import { idempotency } from './idempotency.ts';
import { minuteLimit } from './minute-limit.ts';
import { reserve } from './monthly-quota.ts';
import type { Stage } from './passage.ts';

/** What happens to a request after the edge (burst, HTTPS) and the route were settled, in this order. */
export const STAGES: readonly Stage[] = [
  keyPresent,
  keyKnown,
  keyActive,
  addressAllowed,
  minuteLimit,
  subscriptionActive,
  endpointAuthorized,
  userPresent,
  userActive,
  planCovers,
  bodyReadable,
  inputValid,
  idempotency,
  dryRun,
  reserve,
  forward,
];

/** The same for endpoints that take no API key of ours, but one of the service behind. */
export const KEYLESS_STAGES: readonly Stage[] = [queryGathered, bodyReadable, inputValid, forward];
