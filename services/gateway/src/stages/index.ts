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
import { sessionKnown } from './session.ts';

export { createEdge, type EdgeRefusal } from './edge.ts';
export { isIdempotent, keepingAnswer } from './idempotency.ts';
export { logRequest } from './log-request.ts';
export { metered } from './monthly-quota.ts';
export { GATEWAY, type Passage, type StageTools } from './passage.ts';
export type { Stage };
export { dryRun, idempotency, keyKnown, reserve, sessionKnown };

/** The stages of a request in order, after the edge checks and routing. */
export const STAGES: readonly Stage[] = [
  keyPresent,
  keyKnown,
  sessionKnown,
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

/** The stages of endpoints that take a key of the service instead of an API key. */
export const KEYLESS_STAGES: readonly Stage[] = [queryGathered, bodyReadable, inputValid, forward];
