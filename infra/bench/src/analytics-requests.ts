import { createAnalyticsApp } from '@plat/analytics';
import { createAnalyticsDeps } from '@plat/analytics/deps';
import { cellsIn, coverCircle, type DealField, dealsNearStatement, marketSummaryStatement } from '@plat/dataset';
import type { Sql } from '@plat/db';
import { createInternalTokens, type Principal } from '@plat/kit';
import { AS_OF } from './generated-deals.ts';
import { GENERATED_ROWS, type PublishedMarket } from './generated-market.ts';

type Point = PublishedMarket['points'][number];
type Statement = ReturnType<typeof dealsNearStatement>;
export type Asked = 'analytics-search' | 'analytics-summary';

const REGIONS = ['TX'];
const FROM_DATE = '2024-01-02';
const METRICS_RADIUS_MILES = 10;
/** Radii of a search, with room for the offset of published points; the search stops growing at this many deals. */
const SEARCH_RADII_MILES = [2, 5, 10].map((miles) => miles + 600 / 5280);
const ENOUGH = 50;
/** Columns of a deal that the response shows. */
const SHOWN_FIELDS: readonly DealField[] = [
  ...(['dealId', 'buyerType', 'eventDate', 'addressLine', 'city', 'state', 'zip', 'latitude', 'longitude'] as const),
  ...(['propertyType', 'bedrooms', 'bathrooms', 'livingSquareFeet', 'lotSquareFeet', 'purchaseDate'] as const),
  ...(['purchasePrice', 'purchaseMethod', 'saleDate', 'salePrice'] as const),
];
const SECRET = 'a benchmark has no secret to keep';
const PRINCIPAL: Principal = { keyId: 'bench', keyKind: 'service', companyId: 'bench', userId: null, realm: 'live' };

export const bodyOf = (asked: Asked, point: Point): string =>
  JSON.stringify(asked === 'analytics-summary' ? { ...point, metrics_radius_mi: METRICS_RADIUS_MILES } : point);

/** The statements of a request, in order; a search stops at the first with enough results. */
export const ANALYTICS_STATEMENTS: Readonly<Record<Asked, (point: Point) => Statement[]>> = {
  'analytics-summary': (point) => [
    marketSummaryStatement(
      GENERATED_ROWS,
      {
        ...point,
        metricsRadiusMiles: METRICS_RADIUS_MILES,
        fromDate: FROM_DATE,
        asOf: AS_OF,
        propertyTypes: ['SFR'],
      },
      REGIONS,
    ),
  ],
  'analytics-search': (point) =>
    SEARCH_RADII_MILES.map((radiusMiles) =>
      dealsNearStatement(
        GENERATED_ROWS,
        {
          ...point,
          radiusMiles,
          fromDate: FROM_DATE,
          asOf: AS_OF,
          dealTypes: ['flip', 'rental'],
          propertyTypes: ['SFR'],
          hideNonArmsLength: true,
          hideInstitutions: false,
        },
        REGIONS,
        SHOWN_FIELDS,
      ),
    ),
};

/** Sends the statements of a request and does nothing else. */
export async function bareSql(sql: Sql, asked: Asked, point: Point): Promise<void> {
  for (const { text, parameters } of ANALYTICS_STATEMENTS[asked](point)) {
    if ((await sql.unsafe(text, parameters, { prepare: true })).length >= ENOUGH) return;
  }
}

/** Reads the rows of a summary, by cells and window, and only looks at a price. */
export const bareScan = (point: Point): Statement => ({
  text: `select count(purchase_price) from market.deal
    where region in ('TX') and cell = any($1::int[]) and event_date between $2::date and $3::date`,
  parameters: [cellsIn(coverCircle(point, METRICS_RADIUS_MILES)), FROM_DATE, AS_OF],
});

/** Only the analytics service, over a market. */
export function analyticsService(databaseUrl: string) {
  const tokens = createInternalTokens(SECRET);
  const { deps, close } = createAnalyticsDeps(
    {
      PLAT_PORT: 0,
      PLAT_HOST: '',
      PLAT_GRACE_MS: 0,
      PLAT_LOG_LEVEL: 'silent',
      PLAT_INTERNAL_SECRET: SECRET,
      DATABASE_URL: databaseUrl,
      PLAT_OBFUSCATION_SECRET: SECRET,
      PLAT_AS_OF: AS_OF,
    },
    { tokens },
  );
  const app = createAnalyticsApp(deps);
  const ask = async (asked: Asked, point: Point): Promise<void> => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await tokens.sign(PRINCIPAL, 'analytics')}`,
    };
    const url = `http://analytics.internal/v1/${asked}`;
    const response = await app.handle(new Request(url, { method: 'POST', headers, body: bodyOf(asked, point) }));
    if (!response.ok) throw new Error(`${asked} answered ${response.status}`);
    await response.text();
  };
  return { ask, close };
}
