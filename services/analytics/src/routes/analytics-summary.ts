import { analyticsSummary, analyticsSummaryCriteria } from '@plat/contracts';
import { operation } from '@plat/kit';
import type { AnalyticsDeps } from '../deps.ts';
import { summariseArea } from '../domain/summarise-area.ts';

/** `POST /v1/analytics-summary` */
export const analyticsSummaryRoute = (deps: AnalyticsDeps) =>
  operation(analyticsSummary, async ({ body, principal: { realm }, signal }) =>
    summariseArea(analyticsSummaryCriteria(body), deps.asOf(realm), deps.market(realm).summaries, signal),
  );
