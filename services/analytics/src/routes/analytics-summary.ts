import { analyticsSummary, analyticsSummaryCriteria } from '@plat/contracts';
import { recordsHeaders } from '@plat/dataset';
import { operation, Reply } from '@plat/kit';
import type { AnalyticsDeps } from '../deps.ts';
import { summariseArea } from '../domain/summarise-area.ts';

/** `POST /v1/analytics-summary` */
export const analyticsSummaryRoute = (deps: AnalyticsDeps) =>
  operation(analyticsSummary, async ({ body, principal: { realm }, signal }) => {
    const criteria = analyticsSummaryCriteria(body);
    const { summaries, records } = deps.market(realm);
    const window = await records.at(criteria, deps.asOf(realm), signal);
    return new Reply(await summariseArea(criteria, window, summaries, signal), 200, recordsHeaders(window));
  });
