import { legacyResults, legacySearch, type ResolvedAddress } from '@plat/contracts';
import { createEgress } from '@plat/egress';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import {
  createInternalTokens,
  createLogger,
  createServiceClient,
  hostTableTransport,
  type Principal,
  startServer,
} from '@plat/kit';
import { addressMatch, type FixedClock, fixedClock, geoStandIn, type TestDatabase, testDatabase } from '@plat/test-kit';
import { createInvestorsApp } from '../../app.ts';
import { readInvestorsConfig } from '../../config.ts';
import { createInvestorsDeps, type InvestorsDeps } from '../../deps.ts';
import { type HandMadeRows, serveHandMadeMarket } from '../../hand-made-market.fixture.ts';
import { AS_OF, HAND_MADE_MARKET, HOUSE, north } from '../../search/routes/buyer-search.fixture.ts';

const SECRET = 'a secret of thirty-two characters';
const ACME: Principal = {
  keyId: 'key-acme',
  keyKind: 'legacy_search',
  companyId: 'acme',
  userId: null,
  realm: 'live',
};
export const OTHER: Principal = {
  keyId: 'key-other',
  keyKind: 'legacy_search',
  companyId: 'other',
  userId: null,
  realm: 'live',
};
const WAIT_MS = 40_000;
const POLL_MS = 20;

/** The hand-made market, with every record that the earlier API shows of the best buyer's house. */
const LEGACY_MARKET: HandMadeRows = {
  ...HAND_MADE_MARKET,
  deal: HAND_MADE_MARKET.deal!.map((deal) =>
    deal.buyer_name === 'NEAR FLIPS LLC' && deal.event_date === '2026-06-20'
      ? {
          ...deal,
          address_line: '7 N Near St',
          city: 'Phoenix',
          state: 'AZ',
          zip: '85013',
          fips: '04013',
          year_built: 1950,
          purchase_method: 'cash',
          buyer_mailing_key: '9 E ALMERIA RD|85003',
          property_id: 900,
          parcel_id: 'P900',
          address: '7 N Near St, Phoenix, AZ 85013',
        }
      : deal,
  ),
  property: [
    ...HAND_MADE_MARKET.property!,
    {
      property_id: 900,
      parcel_id: 'P900',
      apn: '112-03-041A',
      county: 'Maricopa',
      property_type: 'SFR',
      subdivision: 'Willo Historic',
      land_use: '0131 SFR',
      flood_zone: 'X',
      year_built: 1950,
      avm_value: 400_000,
      assessed_land_value: 60_000,
      assessed_improvement_value: 140_000,
      estimated_value: 390_000,
      mailing_address: '1 Elsewhere St',
      mailing_city: 'Tucson',
      mailing_state: 'AZ',
      mailing_zip: '85701',
    },
  ],
  sale: [
    sale(1, '2019-03-01', { grantor: 'FIRST OWNER', grantee: 'LAST SELLER', price: 150_000, deed_type: 'grant' }),
    sale(2, '2026-01-10', { grantor: 'LAST SELLER', grantee: 'NEAR FLIPS LLC', price: 250_000, deed_type: 'warranty' }),
    sale(3, '2026-06-20', {
      grantor: 'NEAR FLIPS LLC',
      grantee: 'OAK ANN',
      price: 360_000,
      deed_type: 'special_warranty',
    }),
    sale(4, '2026-06-25', {
      grantor: 'OAK ANN',
      grantee: 'OAK BEN',
      deed_type: 'quitclaim',
      loan_amount: 288_000,
      arms_length: 'non_arms_length',
    }),
    sale(5, '2026-07-20', { grantor: 'OAK BEN', grantee: 'OF A DAY TO COME', price: 1_000_000 }),
  ],
  place: [{ kind: 'zip', place_key: '85003', label: 'Phoenix, AZ 85003', address_count: 9 }],
};

function sale(sale_id: number, sale_date: string, changes: NonNullable<HandMadeRows['sale']>[number]) {
  return { sale_id, sale_date, property_id: 900, parcel_id: 'P900', arms_length: 'valid', reasons: [], ...changes };
}

const { address, property_id, latitude, longitude } = HOUSE;
const match = (changes: Partial<ResolvedAddress>) =>
  addressMatch({ address, property_id, latitude, longitude, ...changes });
const ADDRESSES: Readonly<Record<string, ResolvedAddress>> = {
  [HOUSE.address]: match({}),
  '12 Lonely Rd, Phoenix, AZ': match({
    address: '12 Lonely Rd, Phoenix, AZ 85085',
    latitude: north(60),
    property_id: null,
  }),
  '12 Unmapped Rd, Phoenix, AZ': match({ latitude: null, longitude: null }),
};

export interface LegacyAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of both operations
  body: any;
}

/** The earlier API over HTTP, with real jobs, on a database of its own; receivers at `https://hooks.example.com`. */
export interface LegacyUnderTest {
  database: TestDatabase;
  deps: InvestorsDeps;
  clock: FixedClock;
  receiver: TestReceiver;
  search(body: unknown, as?: Principal, headers?: object): Promise<LegacyAnswer>;
  results(searchId: string | null, options?: { query?: string; as?: Principal }): Promise<LegacyAnswer>;
  /** Starts a search and waits until it is over. @returns its id. */
  completed(body?: object, as?: Principal): Promise<string>;
  close(): Promise<void>;
}

export async function legacyUnderTest(rows: HandMadeRows = LEGACY_MARKET): Promise<LegacyUnderTest> {
  const [database, receiver] = await Promise.all([testDatabase(), startTestReceiver()]);
  await serveHandMadeMarket(database.sql, rows);
  const log = createLogger({ name: 'test', level: 'silent' });
  const tokens = createInternalTokens(SECRET);
  const transport = hostTableTransport(new Map([['geo.internal', geoStandIn(tokens, ADDRESSES)]]));
  const clock = fixedClock(new Date().toISOString());
  const config = readInvestorsConfig({
    PLAT_INTERNAL_SECRET: SECRET,
    DATABASE_URL: database.url,
    PLAT_AS_OF: AS_OF,
    PLAT_GEO_URL: 'http://geo.internal',
    PLAT_ACCOUNTS_URL: 'http://accounts.internal',
  });
  const egress = createEgress({
    policy: { allowLoopback: true, deniedRanges: [] },
    log,
    resolve: async (name) => (name === 'hooks.example.com' ? ['127.0.0.1'] : []),
    ca: receiver.ca,
  });
  const client = createServiceClient({ transport, tokens });
  const keys = { mayBeTold: async () => true };
  const { deps, beginWork, close } = await createInvestorsDeps(config, { log, tokens, client, egress, clock, keys });
  await beginWork();
  const server = startServer({ app: createInvestorsApp(deps), port: 0, hostname: '127.0.0.1' });

  const send = async (method: string, path: string, as: Principal, rest: { body?: string; headers?: object }) => {
    const authorization = `Bearer ${await tokens.sign(as, 'investors')}`;
    const headers = { authorization, 'content-type': 'application/json', ...rest.headers };
    const response = await fetch(`${server.url}${path}`, { method, headers, body: rest.body });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  const service: LegacyUnderTest = {
    database,
    deps,
    clock,
    receiver,
    search: (body, as = ACME, headers = {}) =>
      send(legacySearch.method, legacySearch.path, as, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers,
      }),
    results: (searchId, { query = '', as = ACME } = {}) =>
      send(legacyResults.method, `${legacyResults.path}${query}`, as, {
        headers: searchId === null ? {} : { 'search-id': searchId },
      }),
    completed: async (body = {}, as = ACME) => {
      const started = await service.search(
        { address: HOUSE.address, userId: 'agent-1042', realm: 'live', ...body },
        as,
      );
      if (started.status !== 200) throw new Error(JSON.stringify(started.body));
      const endMs = performance.now() + WAIT_MS;
      while ((await service.results(started.body.searchId, { as })).body.code === 'SEARCH_NOT_COMPLETED') {
        if (performance.now() > endMs) throw new Error('the search did not complete');
        await Bun.sleep(POLL_MS);
      }
      return started.body.searchId;
    },
    close: async () => {
      await server.stop(0);
      await close();
      await receiver.close();
      await database.close();
    },
  };
  return service;
}
