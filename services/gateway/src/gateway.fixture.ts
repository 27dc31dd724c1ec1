import {
  type Account,
  analyticsSearch,
  apiCredentials,
  autocomplete,
  type BuyerSearchItem,
  buyerSearch,
  createApiUser,
  existingKeys,
  identifySearchedProperty,
  investorComps,
  type ServiceName,
  STRICT_CHECKS,
  type UsageSubject,
  type VerifiedKey,
  verifyKey,
  withholdContacts,
} from '@plat/contracts';
import {
  type Clock,
  createInternalTokens,
  createLogger,
  createServiceApp,
  createServiceMetrics,
  hostTableTransport,
  type Operation,
  type OperationContext,
  operation,
  Reply,
  startServer,
} from '@plat/kit';
import { createMemoryKeyEpochs, createMemoryMinuteLimiter } from '@plat/limits';
import { fixedClock } from '@plat/test-kit';
import { createGatewayApp } from './app.ts';
import type { GatewayDeps } from './deps.ts';
import { sha256 } from './domain/sha256.ts';
import { SUBSCRIBER } from './domain/verified-key.fixture.ts';
import { FakeIdempotencyStore, FakeLedger } from './fake-accounts.fixture.ts';

export const SUBSCRIBER_KEY = 'plat_sub_0123456789abcdefABCDEF0123456789chksum';
export const ENTERPRISE_KEY = 'plat_ent_0123456789abcdefABCDEF0123456789chksum';
export const LEGACY_KEY = 'plat_leg_0123456789abcdefABCDEF0123456789chksum';
export const SUBSCRIBER_KEY_ID = '00000000-0000-4000-8000-000000000001';
export const ENTERPRISE_KEY_ID = '00000000-0000-4000-8000-000000000002';
const SECRET = 'a secret of at least thirty-two bytes';

const subscriberKey: VerifiedKey = { ...SUBSCRIBER, key_id: SUBSCRIBER_KEY_ID, company_id: 'company-1' };
const enterpriseKey: VerifiedKey = {
  ...subscriberKey,
  key_id: ENTERPRISE_KEY_ID,
  key_kind: 'enterprise',
  company_id: 'company-2',
  subscription: null,
};

const legacyKey: VerifiedKey = {
  ...subscriberKey,
  key_id: '00000000-0000-4000-8000-000000000003',
  key_kind: 'legacy_search',
  company_id: 'company-3',
  subscription: null,
  rate_limit: 100,
  rate_window_seconds: 1,
};

/** The services behind these test gateways, besides accounts. */
export const SERVICES: readonly ServiceName[] = ['geo', 'investors', 'valuation', 'analytics'];

/** A body that every test endpoint accepts. */
export const SEARCH = { search_string: '123 Main' };
export const HERE = { latitude: 33.4, longitude: -112 };

/** Headers with the enterprise key for one of its end users. */
export const enterprise = (userId?: string): Record<string, string> => ({
  'x-api-key': ENTERPRISE_KEY,
  ...(userId === undefined ? {} : { 'x-user-id': userId }),
});

/** The documented error body. */
export const errorOf = async (response: Response) =>
  (await response.json()) as { error: string; code: string; fields?: { field: string; problem: string }[] };

type Handler = (request: Request) => Promise<Response>;

export interface FakeServices {
  /** Keys by secret, as accounts stores them; tests change them. */
  keys: Map<string, VerifiedKey>;
  knownUsers: Set<string>;
  /** Keys that accounts verified, in order. */
  verified: string[];
  /** Number of keys in each existence lookup. */
  existenceLookups: number[];
  ledger: FakeLedger;
  idempotency: FakeIdempotencyStore;
  geo: (context: OperationContext<typeof autocomplete>) => Promise<unknown>;
  investors: (context: OperationContext<typeof buyerSearch>) => Promise<unknown>;
  investorComps: (context: OperationContext<typeof investorComps>) => Promise<unknown>;
  analyticsSearch: (context: OperationContext<typeof analyticsSearch>) => Promise<unknown>;
  createApiUser: (context: OperationContext<typeof createApiUser>) => Promise<unknown>;
  account: Account;
  /** Returns the property that a buyer search counts for. */
  identify: (
    context: OperationContext<typeof identifySearchedProperty>,
  ) => Promise<{ counted_thing: UsageSubject; searched_address?: string }>;
  /** Filters buyers of an earlier response. */
  withhold: (buyers: BuyerSearchItem[], hidesNoPhone: boolean) => BuyerSearchItem[];
  /** Requests that reached the services, unchanged. */
  forwarded: Request[];
  /** Intercepts calls to a service, for example to make it unreachable. */
  wire: Partial<Record<ServiceName, (request: Request, next: Handler) => Promise<Response>>>;
}

function fakeServices(clock: Clock): FakeServices {
  return {
    keys: new Map([
      [SUBSCRIBER_KEY, { ...subscriberKey }],
      [ENTERPRISE_KEY, { ...enterpriseKey }],
      [LEGACY_KEY, { ...legacyKey }],
    ]),
    knownUsers: new Set(['user-1']),
    verified: [],
    existenceLookups: [],
    geo: async ({ body }) => [
      { address: `${body.search_string} St, Phoenix, AZ 85043`, latitude: 33.4, longitude: -112 },
    ],
    ledger: new FakeLedger(),
    idempotency: new FakeIdempotencyStore(clock),
    investors: async () => [],
    investorComps: async () => [],
    analyticsSearch: async () => [],
    createApiUser: async ({ body }) => ({
      user_id: body.user_id,
      active: true,
      created_at: '2026-03-01T12:00:00.000Z',
    }),
    account: {
      account_name: 'Example Homes',
      account_contact_email: 'ops@example.com',
      active: true,
      rate_limit_per_minute: 20,
      authorized_endpoints: [],
      available_plans: [],
    },
    identify: async ({ body }) => ({
      counted_thing: { kind: 'property', value: `property-${String(body.address).replaceAll(' ', '-')}` },
    }),
    withhold: (buyers) => buyers,
    forwarded: [],
    wire: {},
  };
}

type MakeService = (
  name: ServiceName,
  operations: readonly Operation[],
) => { handle(request: Request): Promise<Response> };

/** The services behind the gateway, with what `fake` says. */
function appsBehind(fake: FakeServices, service: MakeService) {
  const accountsApp = service('accounts', [
    ...fake.ledger.operations(),
    ...fake.idempotency.operations(),
    operation(verifyKey, async ({ body }) => {
      const found = [...fake.keys].find(([key]) => sha256(key) === body.key_sha256);
      fake.verified.push(found?.[0] ?? 'unknown');
      if (found === undefined) return { key: null };
      return { key: { ...found[1], user_known: body.user_id !== null && fake.knownUsers.has(body.user_id) } };
    }),
    operation(existingKeys, async ({ body }) => {
      fake.existenceLookups.push(body.key_sha256s.length);
      const known = new Set([...fake.keys.keys()].map(sha256));
      return { exist: body.key_sha256s.map((hash) => known.has(hash)) };
    }),
    operation(createApiUser, async (context) => new Reply(await fake.createApiUser(context), 201)),
    operation(apiCredentials, async () => fake.account),
  ]);
  const geoApp = service('geo', [operation(autocomplete, (context) => fake.geo(context))]);
  const analyticsApp = service('analytics', [operation(analyticsSearch, (context) => fake.analyticsSearch(context))]);
  const valuationApp = service('valuation', []);
  const investorsApp = service('investors', [
    operation(buyerSearch, (context) => fake.investors(context)),
    operation(investorComps, (context) => fake.investorComps(context)),
    operation(identifySearchedProperty, (context) => fake.identify(context)),
    operation(withholdContacts, async ({ body }) => ({
      buyers: fake.withhold(body.buyers, body.hide_no_phone),
    })),
  ]);
  return {
    accounts: accountsApp,
    geo: geoApp,
    investors: investorsApp,
    valuation: valuationApp,
    analytics: analyticsApp,
  };
}

/** Starts a gateway over real HTTP with small fake services behind it. */
export function startTestGateway(overrides: Partial<GatewayDeps> = {}) {
  const clock = fixedClock('2026-03-01T12:00:00Z');
  const lines: string[] = [];
  const log = createLogger({
    name: 'gateway',
    level: 'debug',
    destination: { write: (line) => void lines.push(line) },
  });
  const serviceLog = createLogger({ name: 'geo', level: 'silent' });
  const tokens = createInternalTokens(SECRET, clock);
  const epochs = createMemoryKeyEpochs();
  const fake = fakeServices(clock);

  const service = (name: ServiceName, operations: readonly Operation[]) =>
    createServiceApp({ name, log: serviceLog, tokens, clock, operations, checkSettings: overrides.checkSettings });
  const apps = appsBehind(fake, service);
  const behind = (service: ServiceName, app: { handle(request: Request): Promise<Response> }): [string, Handler] => [
    `${service}.internal`,
    async (request) => {
      if (!request.url.includes('/internal/')) fake.forwarded.push(request);
      const wire = fake.wire[service];
      const next: Handler = async (passed) => app.handle(passed);
      return wire === undefined ? next(request) : wire(request, next);
    },
  ];
  const transport = hostTableTransport(
    new Map([
      behind('accounts', apps.accounts),
      behind('geo', apps.geo),
      behind('investors', apps.investors),
      behind('valuation', apps.valuation),
      behind('analytics', apps.analytics),
    ]),
  );

  const app = createGatewayApp({
    log,
    tokens,
    clock,
    transport,
    epochs,
    limiter: createMemoryMinuteLimiter(clock),
    metrics: createServiceMetrics('gateway'),
    services: SERVICES,
    requireHttps: false,
    trustedProxies: [],
    checkSettings: STRICT_CHECKS,
    ...overrides,
  });
  const server = startServer({ app, port: 0, hostname: '127.0.0.1' });

  const send = (path: string, init: RequestInit = {}) => fetch(`${server.url}${path}`, init);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': SUBSCRIBER_KEY, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const set = (key: string, changes: Partial<VerifiedKey>) => {
    const known = fake.keys.get(key);
    if (known !== undefined) fake.keys.set(key, { ...known, ...changes });
  };
  return { app, server, clock, lines, epochs, fake, send, post, set, close: () => server.stop(0) };
}
