import { analyticsSearch, analyticsSearchCriteria } from '@plat/contracts';
import { recordsHeaders } from '@plat/dataset';
import { operation, Reply } from '@plat/kit';
import type { AnalyticsDeps } from '../deps.ts';
import { searchArea } from '../domain/search-area.ts';

/** `POST /v1/analytics-search` */
export const analyticsSearchRoute = (deps: AnalyticsDeps) =>
  operation(analyticsSearch, async ({ body, principal: { realm }, signal }) => {
    const criteria = analyticsSearchCriteria(body);
    const { deals, records } = deps.market(realm);
    const window = await records.at(criteria, deps.asOf(realm), signal);
    const items = await searchArea(criteria, window, { deals, obfuscate: deps.obfuscate(realm) }, signal);
    return new Reply(items, 200, recordsHeaders(window));
  });
