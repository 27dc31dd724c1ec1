import { autocomplete, buyerSearch, type ServiceName, type VerifiedKey, verifyKey } from '@plat/contracts';
import {
  createInternalTokens,
  createLogger,
  createServiceApp,
  createServiceMetrics,
  hostTableTransport,
  type OperationContext,
  operation,
  startServer,
  type Transport,
} from '@plat/kit';
import { createMemoryKeyEpochs, createMemoryMinuteLimiter } from '@plat/limits';
import { fixedClock } from '@plat/test-kit';
import { createGatewayApp } from './app.ts';
import type { GatewayDeps } from './deps.ts';
import { sha256 } from './domain/sha256.ts';

export const SUBSCRIBER_KEY = 'plat_sub_0123456789abcdefABCDEF0123456789chksum';
export const ENTERPRISE_KEY = 'plat_ent_0123456789abcdefABCDEF0123456789chksum';
const SECRET = 'a secret of at least thirty-two bytes';

const subscriberKey: VerifiedKey = {
  key_id: 'key-sub',
  key_kind: 'subscriber',
  company_id: 'company-1',
  active: true,
  rate_limit: 20,
  is_test: false,
  rate_window_seconds: 60,
  allowed_addresses: null,
  covered_endpoints: null,
  authorized_endpoints: null,
  subscription: 'active',
  may_search_buyers: true,
  user_known: false,
};
const enterpriseKey: VerifiedKey = {
  ...subscriberKey,
  key_id: 'key-ent',
  key_kind: 'enterprise',
  company_id: 'company-2',
  subscription: null,
};

/** Bodies that every endpoint of the tests accepts. */
export const SEARCH = { search_string: '123 Main' };
export const HERE = { latitude: 33.4, longitude: -112 };

/** Headers of the enterprise key, for one of its end users. */
export const enterprise = (userId?: string): Record<string, string> => ({
  'x-api-key': ENTERPRISE_KEY,
  ...(userId === undefined ? {} : { 'x-user-id': userId }),
});

/** The documented error body. */
export const errorOf = async (response: Response) =>
  (await response.json()) as { error: string; code: string; fields?: { field: string; problem: string }[] };

export interface FakeServices {
  /** What accounts knows, by key; tests change it. */
  keys: Map<string, VerifiedKey>;
  knownUsers: Set<string>;
  /** Keys that accounts was asked for, in order. */
  verified: string[];
  geo: (context: OperationContext<typeof autocomplete>) => Promise<unknown>;
  investors: (context: OperationContext<typeof buyerSearch>) => Promise<unknown>;
  /** Requests that reached the services behind, as they came. */
  forwarded: Request[];
  /** Stands between the gateway and a service, such as to make it unreachable. */
  wire: Partial<Record<ServiceName, Transport>>;
}

/** A gateway over real HTTP, with small services behind it on the transport. */
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
  const fake: FakeServices = {
    keys: new Map([
      [SUBSCRIBER_KEY, { ...subscriberKey }],
      [ENTERPRISE_KEY, { ...enterpriseKey }],
    ]),
    knownUsers: new Set(['user-1']),
    verified: [],
    geo: async ({ body }) => [
      { address: `${body.search_string} St, Phoenix, AZ 85043`, latitude: 33.4, longitude: -112 },
    ],
    investors: async () => [],
    forwarded: [],
    wire: {},
  };

  const accountsApp = createServiceApp({
    name: 'accounts',
    log: serviceLog,
    tokens,
    clock,
    operations: [
      operation(verifyKey, async ({ body }) => {
        const found = [...fake.keys].find(([key]) => sha256(key) === body.key_sha256);
        fake.verified.push(found?.[0] ?? 'unknown');
        if (found === undefined) return { key: null };
        return { key: { ...found[1], user_known: body.user_id !== null && fake.knownUsers.has(body.user_id) } };
      }),
    ],
  });
  const geoApp = createServiceApp({
    name: 'geo',
    log: serviceLog,
    tokens,
    clock,
    operations: [operation(autocomplete, (context) => fake.geo(context))],
  });
  const investorsApp = createServiceApp({
    name: 'investors',
    log: serviceLog,
    tokens,
    clock,
    operations: [operation(buyerSearch, (context) => fake.investors(context))],
  });
  const behind = (service: ServiceName, app: { handle(request: Request): Promise<Response> }): [string, Transport] => [
    `${service}.internal`,
    async (request) => {
      if (service !== 'accounts') fake.forwarded.push(request);
      const wire = fake.wire[service];
      return wire === undefined ? app.handle(request) : wire(request);
    },
  ];
  const transport = hostTableTransport(
    new Map([behind('accounts', accountsApp), behind('geo', geoApp), behind('investors', investorsApp)]),
  );

  const app = createGatewayApp({
    log,
    tokens,
    clock,
    transport,
    epochs,
    limiter: createMemoryMinuteLimiter(clock),
    metrics: createServiceMetrics('gateway'),
    services: ['geo', 'investors'],
    requireHttps: false,
    trustedProxies: [],
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
