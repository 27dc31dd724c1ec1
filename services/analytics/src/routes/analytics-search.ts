import { analyticsSearch, analyticsSearchCriteria } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AnalyticsDeps } from '../deps.ts';
import { searchArea } from '../domain/search-area.ts';

/** `POST /v1/analytics-search` */
export const analyticsSearchRoute = (deps: AnalyticsDeps) =>
  operation(analyticsSearch, async ({ body, principal: { realm }, signal }) =>
    searchArea(
      analyticsSearchCriteria(body),
      deps.asOf(realm),
      { deals: deps.market(realm).deals, obfuscate: deps.obfuscate(realm) },
      signal,
    ),
  );
