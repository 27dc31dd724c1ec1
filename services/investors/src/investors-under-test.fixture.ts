import {
  type BuyerSearchItem,
  type BuyerSearchRequest,
  type BuyerSearchSort,
  commitUsage,
  keyStanding,
  type ResolvedAddress,
  releaseUsage,
} from '@plat/contracts';
import type { Sql } from '@plat/db';
import {
  createInternalTokens,
  createLogger,
  createServiceApp,
  createServiceClient,
  hostTableTransport,
  operation,
  type Principal,
} from '@plat/kit';
import { addressMatch, geoStandIn, testDatabase } from '@plat/test-kit';
import { createInvestorsApp } from './app.ts';
import { readInvestorsConfig } from './config.ts';
import { createInvestorsDeps, type InvestorsDeps, type InvestorsOverrides } from './deps.ts';
import { type HandMadeRows, serveHandMadeMarket } from './hand-made-market.fixture.ts';
import { AS_OF, HAND_MADE_MARKET, HOUSE } from './search/routes/buyer-search.fixture.ts';

const SECRET = 'a secret of thirty-two characters';
const PRINCIPAL: Principal = { keyId: 'k', keyKind: 'subscriber', companyId: 'c', userId: null, realm: 'live' };
const log = createLogger({ name: 'test', level: 'silent' });
const tokens = createInternalTokens(SECRET);

/** Addresses that the fake address service knows; it follows the real contract. */
const ADDRESSES: Readonly<Record<string, ResolvedAddress>> = {
  'the house': addressMatch({ address: HOUSE.address, property_id: HOUSE.property_id }),
  'the misspelled house': addressMatch({
    address: HOUSE.address,
    property_id: HOUSE.property_id,
    match_level: 'corrected',
  }),
  'the building': addressMatch({
    address: '9 Tower Rd, Phoenix, AZ 85013',
    precision: 'building',
    match_level: 'building',
  }),
  'the street': addressMatch({ precision: 'street', match_level: null }),
  'the zip': addressMatch({ precision: 'zip', match_level: null }),
  'the city': addressMatch({ precision: 'city', match_level: null }),
  'a guess': addressMatch({ confidence: 0.59 }),
  'geocoded house': addressMatch({
    address: '12 Far Away Rd, Phoenix, AZ',
    precision: 'upstream',
    match_level: 'geocoded',
  }),
  'geocoded town': addressMatch({ address: 'Phoenix, AZ', precision: 'upstream', match_level: 'geocoded' }),
};

/** The monthly ledger of accounts, as background searches see it; tests change its responses. */
export class LedgerUnderTest {
  /** Outcome of committing a reservation; `counted` by default. */
  readonly outcomes = new Map<string, 'free' | 'unknown'>();
  /** Reservations in order of arrival, with repeated ones. */
  readonly committed: { id: string; skiptraced: boolean }[] = [];
  readonly released: string[] = [];
  /** Awaited before each response. */
  before: () => Promise<unknown> = async () => {};

  readonly app = createServiceApp({
    name: 'accounts',
    log,
    tokens,
    operations: [
      operation(commitUsage, async ({ body: { commits } }) => {
        await this.before();
        const answers = commits.map(({ reservation_id: id, skiptraced }) => {
          this.committed.push({ id, skiptraced });
          return { outcome: this.outcomes.get(id) ?? ('counted' as const), allowance: null };
        });
        return { answers };
      }),
      operation(keyStanding, async () => ({ active: null })),
      operation(releaseUsage, async ({ body: { reservation_ids: ids } }) => {
        await this.before();
        this.released.push(...ids);
        return { answers: ids.map(() => ({ released: true, allowance: null })) };
      }),
    ],
  });
}

/** Differences of a test's service from the default. */
export interface InvestorsUnderTestOptions {
  env?: Readonly<Record<string, string>>;
  overrides?: InvestorsOverrides;
  /** A service to share the database of, such as another replica. Close that one last. */
  beside?: Pick<InvestorsUnderTest, 'sql' | 'databaseUrl'>;
}

/** The whole service over a database that serves the hand-made market. */
export interface InvestorsUnderTest {
  sql: Sql;
  databaseUrl: string;
  deps: InvestorsDeps;
  ledger: LedgerUnderTest;
  /** Sends a GET with the default key unless another is given. */
  get(path: string, principal?: Partial<Principal>): Promise<Response>;
  /** Posts to any operation by its path. */
  ask(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  post(body: unknown, sort?: BuyerSearchSort, headers?: Record<string, string>): Promise<Response>;
  /** @throws Error unless the response is 200. */
  buyers(body: BuyerSearchRequest, sort?: BuyerSearchSort): Promise<BuyerSearchItem[]>;
  /** `NAME type` of each buyer near the house. */
  names(body: BuyerSearchRequest): Promise<string[]>;
  close(): Promise<void>;
}

/** @param rows of the market; null leaves its database empty. */
export async function investorsUnderTest(
  rows: HandMadeRows | null = HAND_MADE_MARKET,
  { env = {}, overrides = {}, beside }: InvestorsUnderTestOptions = {},
): Promise<InvestorsUnderTest> {
  const ledger = new LedgerUnderTest();
  const database =
    beside === undefined ? await testDatabase() : { sql: beside.sql, url: beside.databaseUrl, close: async () => {} };
  if (rows !== null && beside === undefined) await serveHandMadeMarket(database.sql, rows);
  const transport = hostTableTransport(
    new Map([
      ['geo.internal', geoStandIn(tokens, ADDRESSES)],
      ['accounts.internal', (request: Request) => ledger.app.handle(request)],
    ]),
  );
  const config = readInvestorsConfig({
    PLAT_INTERNAL_SECRET: SECRET,
    DATABASE_URL: database.url,
    PLAT_GEO_URL: 'http://geo.internal',
    PLAT_ACCOUNTS_URL: 'http://accounts.internal',
    PLAT_AS_OF: AS_OF,
    ...env,
  });
  const { deps, beginWork, close } = await createInvestorsDeps(config, {
    log,
    tokens,
    client: createServiceClient({ transport, tokens }),
    ...overrides,
  });
  await beginWork();
  const app = createInvestorsApp(deps);

  const service: InvestorsUnderTest = {
    sql: database.sql,
    databaseUrl: database.url,
    deps,
    ledger,
    get: async (path, principal = {}) => {
      const authorization = `Bearer ${await tokens.sign({ ...PRINCIPAL, ...principal }, 'investors')}`;
      return app.handle(new Request(`http://investors.internal${path}`, { headers: { authorization } }));
    },
    post: (body, sort, headers) =>
      service.ask(`/v1/buyer-search${sort === undefined ? '' : `?sort=${sort}`}`, body, headers),
    ask: async (path, body, headers = {}) =>
      app.handle(
        new Request(`http://investors.internal${path}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${await tokens.sign(PRINCIPAL, 'investors')}`,
            'content-type': 'application/json',
            ...headers,
          },
          body: JSON.stringify(body),
        }),
      ),
    buyers: async (body, sort) => {
      const response = await service.post(body, sort);
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
      return (await response.json()) as BuyerSearchItem[];
    },
    names: async (body) => {
      const items = await service.buyers({ address: 'the house', ...body });
      return items.map((item) => `${item.buyer_entity_name} ${item.buyer_type}`);
    },
    close: async () => {
      await close();
      await database.close();
    },
  };
  return service;
}
