import { legacySearch, legacySearchCriteria, matchHeaders } from '@plat/contracts';
import { recordsHeaders } from '@plat/dataset';
import { operation, Reply } from '@plat/kit';
import type { LegacyDeps } from '../deps.ts';
import { startLegacySearch } from '../domain/start-legacy-search.ts';

/** `POST /v1/search` */
export const legacySearchRoute = (deps: LegacyDeps) =>
  operation(legacySearch, async ({ body, principal, requestId, deadlineMs, signal }) => {
    const { addresses, records } = deps.ports({ principal, requestId, deadlineMs });
    const start = {
      criteria: legacySearchCriteria(body),
      searcher: { companyId: principal.companyId, keyId: principal.keyId, realm: principal.realm },
      requestId,
      asOf: deps.asOf(principal.realm),
      nowMs: deps.clock.nowMs(),
    };
    const { searchId, subject, match } = await startLegacySearch(start, { addresses, searches: deps.searches }, signal);
    const { parsedAddress, latitude, longitude } = subject;
    const window = await records.at(subject, start.asOf, signal);
    const headers = { ...matchHeaders(match), ...recordsHeaders(window) };
    return new Reply({ searchId, parsedAddress, latitude, longitude }, 200, headers);
  });
