import {
  analyticsSearch,
  autocomplete,
  buyerSearch,
  type CountedThing,
  identifySearchedProperty,
  investorComps,
  withholdContacts,
} from '@plat/contracts';
import {
  type Clock,
  createInternalTokens,
  createLogger,
  createServiceApp,
  operation,
  Reply,
  startServer,
  systemClock,
} from '@plat/kit';

/** Stands for the data services behind gateways: a small answer at once, or when a test says so. */
export interface Upstream {
  /** As the variables that gateways read. */
  env: Record<string, string>;
  /** Awaited before each answer. */
  before: () => Promise<unknown>;
  close(): Promise<unknown>;
}

/** The property of a buyer search is its latitude; all are skiptraced. */
const propertyOf = (body: { latitude?: number | null }): CountedThing => ({
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
  const apps = {
    ANALYTICS: createServiceApp({
      name: 'analytics',
      log,
      tokens,
      clock,
      operations: [operation(analyticsSearch, () => answer([]))],
    }),
    GEO: createServiceApp({ name: 'geo', log, tokens, clock, operations: [operation(autocomplete, () => answer([]))] }),
    INVESTORS: createServiceApp({
      name: 'investors',
      log,
      tokens,
      clock,
      operations: [
        operation(buyerSearch, () => answer(new Reply([], 200, { 'x-plat-skiptraced': 'true' }))),
        operation(investorComps, () => answer([])),
        operation(identifySearchedProperty, async ({ body }) => ({ counted_thing: propertyOf(body) })),
        operation(withholdContacts, async ({ body }) => ({ buyers: body.buyers })),
      ],
    }),
  };
  const servers = Object.entries(apps).map(
    ([name, app]) => [name, startServer({ app, port: 0, hostname: '127.0.0.1' })] as const,
  );
  const upstream: Upstream = {
    env: {
      ...Object.fromEntries(servers.map(([name, { url }]) => [`PLAT_${name}_URL`, url])),
      PLAT_VALUATION_URL: 'http://127.0.0.1:1',
      PLAT_AUTOMATION_URL: 'http://127.0.0.1:1',
    },
    before: async () => {},
    close: () => Promise.all(servers.map(([, server]) => server.stop(0))),
  };
  return upstream;
}
