import {
  analyticsSearch,
  autocomplete,
  buyerSearch,
  identifySearchedProperty,
  investorComps,
  type UsageSubject,
  withholdContacts,
} from '@plat/contracts';
import {
  type Clock,
  createInternalTokens,
  createLogger,
  createServiceApp,
  type Operation,
  operation,
  Reply,
  startServer,
  systemClock,
} from '@plat/kit';

/** Fake data services behind gateways: a small response at once, or when a test allows it. */
export interface Upstream {
  /** Service addresses as environment variables of the gateways. */
  env: Record<string, string>;
  /** Awaited before each response. */
  before: () => Promise<unknown>;
  /** Ends a service like a crash, or restarts it at the same address. */
  stop(service: 'ANALYTICS' | 'GEO' | 'INVESTORS'): Promise<unknown>;
  start(service: 'ANALYTICS' | 'GEO' | 'INVESTORS'): void;
  close(): Promise<unknown>;
}

/** The property of a buyer search is its latitude; all are skip traced. */
const propertyOf = (body: { latitude?: number | null }): UsageSubject => ({
  kind: 'property',
  value: String(body.latitude),
});

export function startUpstream(internalSecret: string, clock: Clock = systemClock): Upstream {
  const tokens = createInternalTokens(internalSecret, clock);
  const log = createLogger({ name: 'upstream', level: 'silent' });
  const answer = async (reply: unknown) => {
    await upstream.before();
    return reply;
  };
  const appOf = (name: 'analytics' | 'geo' | 'investors', ...operations: Operation[]) =>
    createServiceApp({ name, log, tokens, clock, operations });
  const makeApp = {
    ANALYTICS: () =>
      appOf(
        'analytics',
        operation(analyticsSearch, () => answer([])),
      ),
    GEO: () =>
      appOf(
        'geo',
        operation(autocomplete, () => answer([])),
      ),
    INVESTORS: () =>
      appOf(
        'investors',
        operation(buyerSearch, () => answer(new Reply([], 200, { 'x-plat-skiptraced': 'true' }))),
        operation(investorComps, () => answer([])),
        operation(identifySearchedProperty, async ({ body }) => ({ counted_thing: propertyOf(body) })),
        operation(withholdContacts, async ({ body }) => ({ buyers: body.buyers })),
      ),
  };
  const begin = (name: keyof typeof makeApp, port: number) =>
    startServer({ app: makeApp[name](), port, hostname: '127.0.0.1' });
  const servers = { ANALYTICS: begin('ANALYTICS', 0), GEO: begin('GEO', 0), INVESTORS: begin('INVESTORS', 0) };
  const upstream: Upstream = {
    env: {
      ...Object.fromEntries(Object.entries(servers).map(([name, { url }]) => [`PLAT_${name}_URL`, url])),
      PLAT_VALUATION_URL: 'http://127.0.0.1:1',
      PLAT_AUTOMATION_URL: 'http://127.0.0.1:1',
    },
    before: async () => {},
    stop: (service) => servers[service].stop(0),
    start: (service) => {
      servers[service] = begin(service, servers[service].port);
    },
    close: () => Promise.all(Object.values(servers).map((server) => server.stop(0))),
  };
  return upstream;
}
