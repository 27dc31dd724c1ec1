import { legacyResults } from '@plat/contracts';
import { callerHeader, operation, validationError } from '@plat/kit';
import type { LegacyDeps } from '../deps.ts';
import { legacyResults as resultsOf } from '../domain/legacy-results.ts';

/** `GET /v1/results` */
export const legacyResultsRoute = (deps: LegacyDeps) =>
  operation(legacyResults, async ({ query, request, principal, signal }) => {
    // Sent by the gateway, or by a team that calls this service directly.
    const searchId = (callerHeader(request, 'search-id') ?? request.headers.get('search-id') ?? '').trim();
    if (searchId === '') throw validationError([{ field: 'search-id', problem: 'is required' }]);
    const wanted = { searchId, principal, nowMs: deps.clock.nowMs() };
    const showing = { asOf: deps.asOf(principal.realm), keepFalsy: query.keep_falsy === 'true' };
    const suppressions = deps.suppressions(principal.realm);
    return { data: await resultsOf(wanted, showing, { searches: deps.searches, suppressions }, signal) };
  });
