import { afterAll, beforeAll } from 'bun:test';
import type { AnyEndpoint, Plan } from '@plat/contracts';
import { createLogger, type Principal } from '@plat/kit';
import { type FixedClock, fixedClock, type TestDatabase, testDatabase } from '@plat/test-kit';
import { createAccountsApp } from './app.ts';
import { type AccountsDeps, createAccountsDeps } from './deps.ts';
import { createKey } from './operator.ts';

export const OPERATOR = 'operator:test';
const SECRET = 'a secret of at least thirty-two bytes';

export interface AccountsAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every operation
  body: any;
}

export interface AccountsUnderTest {
  database: TestDatabase;
  deps: AccountsDeps;
  clock: FixedClock;
  /** Sends a request as the gateway would, on behalf of a key. */
  call(
    endpoint: AnyEndpoint,
    principal: Partial<Principal> & { keyId: string },
    input?: { body?: unknown; query?: Record<string, string> },
  ): Promise<AccountsAnswer>;
  /** Creates an enterprise key that may assign these plans. */
  enterpriseKey(...planIds: string[]): Promise<{ keyId: string; companyId: string; key: string }>;
  /** Creates a plan with these limits and 0 for all others. */
  plan(planId: string, limits?: Partial<Plan>): Promise<Plan>;
}

/** Starts the accounts service on a database of its own, for one test file. */
export function accountsUnderTest(): AccountsUnderTest {
  let database: TestDatabase;
  let opened: Awaited<ReturnType<typeof createAccountsDeps>>;
  let app: ReturnType<typeof createAccountsApp>;
  const clock = fixedClock('2026-03-01T12:00:00Z');
  let companies = 0;

  beforeAll(async () => {
    database = await testDatabase();
    opened = await createAccountsDeps(
      { DATABASE_URL: database.url, PLAT_INTERNAL_SECRET: SECRET, PLAT_LOG_LEVEL: 'silent' },
      { log: createLogger({ name: 'accounts', level: 'silent' }), clock },
    );
    app = createAccountsApp(opened.deps);
  }, 60_000);
  afterAll(async () => {
    await opened.close();
    await database.close();
  });

  return {
    clock,
    get database() {
      return database;
    },
    get deps() {
      return opened.deps;
    },
    call: async (endpoint, principal, { body, query = {} } = {}) => {
      const whole: Principal = {
        keyKind: 'enterprise',
        companyId: 'unused',
        userId: null,
        realm: 'live',
        ...principal,
      };
      const search = new URLSearchParams(query).toString();
      const response = await app.handle(
        new Request(`http://accounts.internal${endpoint.path}${search === '' ? '' : `?${search}`}`, {
          method: endpoint.method,
          headers: {
            authorization: `Bearer ${await opened.deps.tokens.sign(whole, 'accounts')}`,
            'content-type': 'application/json',
          },
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        }),
      );
      return { status: response.status, body: await response.json() };
    },
    enterpriseKey: async (...planIds) => {
      companies += 1;
      const request = { kind: 'enterprise', name: `Enterprise ${companies}`, planIds };
      const { record, key } = await createKey(opened.deps, OPERATOR, request);
      return { keyId: record.id, companyId: record.companyId, key };
    },
    plan: async (planId, limits = {}) => {
      const plan: Plan = { ...PLAN_WITHOUT_LIMITS, plan_id: planId, plan_name: planId, ...limits };
      await opened.deps.plans.insert(OPERATOR, plan);
      return plan;
    },
  };
}

const PLAN_WITHOUT_LIMITS: Plan = {
  plan_id: '',
  plan_name: '',
  monthly_price_usd: 0,
  autocomplete_limit: 0,
  analytics_search_limit: 0,
  buyer_search_limit: 0,
  investor_comps_limit: 0,
  retail_comps_limit: 0,
  linked_deals_limit: 0,
};
