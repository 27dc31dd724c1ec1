import type {
  AnalyticsSearchItem,
  AnalyticsSearchRequest,
  AnalyticsSummary,
  AnalyticsSummaryRequest,
} from '@plat/contracts';
import type { Sql } from '@plat/db';
import { createInternalTokens, createLogger, type Principal } from '@plat/kit';
import { testDatabase } from '@plat/test-kit';
import { createAnalyticsApp } from './app.ts';
import { readAnalyticsConfig } from './config.ts';
import { createAnalyticsDeps } from './deps.ts';
import { AS_OF, type GivenDeal, serveDeals } from './hand-made-deals.fixture.ts';

const INTERNAL_SECRET = 'a secret of thirty-two characters';
export const OBFUSCATION_SECRET = 'where the true places are, nobody';
const PRINCIPAL: Principal = { keyId: 'k', keyKind: 'subscriber', companyId: 'c', userId: null, realm: 'live' };

/** The whole service over its own database with these deals. */
export interface AnalyticsUnderTest {
  sql: Sql;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** @throws Error unless the response is 200. */
  search(body: AnalyticsSearchRequest): Promise<AnalyticsSearchItem[]>;
  /** @throws Error unless the response is 200. */
  summary(body: AnalyticsSummaryRequest): Promise<AnalyticsSummary>;
  close(): Promise<void>;
}

export const analyticsUnderTest = (deals: readonly GivenDeal[]): Promise<AnalyticsUnderTest> =>
  analyticsOver((sql) => serveDeals(sql, deals), AS_OF);

/** The same service over a database that `fill` fills. */
export async function analyticsOver(fill: (sql: Sql) => Promise<unknown>, asOf: string): Promise<AnalyticsUnderTest> {
  const database = await testDatabase();
  await fill(database.sql);
  const tokens = createInternalTokens(INTERNAL_SECRET);
  const config = readAnalyticsConfig({
    PLAT_INTERNAL_SECRET: INTERNAL_SECRET,
    PLAT_OBFUSCATION_SECRET: OBFUSCATION_SECRET,
    DATABASE_URL: database.url,
    PLAT_AS_OF: asOf,
  });
  const { deps, close } = createAnalyticsDeps(config, { log: createLogger({ name: 'test', level: 'silent' }), tokens });
  const app = createAnalyticsApp(deps);
  const post: AnalyticsUnderTest['post'] = async (path, body, headers = {}) =>
    app.handle(
      new Request(`http://analytics.internal${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${await tokens.sign(PRINCIPAL, 'analytics')}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    );
  const answer = async <T>(path: string, body: unknown): Promise<T> => {
    const response = await post(path, body);
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    sql: database.sql,
    post,
    search: (body) => answer('/v1/analytics-search', body),
    summary: (body) => answer('/v1/analytics-summary', body),
    close: async () => {
      await close();
      await database.close();
    },
  };
}
