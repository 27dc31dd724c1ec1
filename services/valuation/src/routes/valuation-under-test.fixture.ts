import type { ResolvedAddress, ResponseOf, RetailCompsRequest, retailComps } from '@plat/contracts';
import { serveHandMadeMarket } from '@plat/dataset/hand-made-market';
import type { Sql } from '@plat/db';
import { createInternalTokens, createLogger, createServiceClient, hostTableTransport, type Principal } from '@plat/kit';
import { addressMatch, geoStandIn, testDatabase } from '@plat/test-kit';
import { createValuationApp } from '../app.ts';
import { readValuationConfig } from '../config.ts';
import { createValuationDeps } from '../deps.ts';
import { AS_OF, HAND_MADE_MARKET, HOUSE, handMadeValue } from './retail-comps.fixture.ts';

const SECRET = 'a secret of thirty-two characters';
const PRINCIPAL: Principal = { keyId: 'k', keyKind: 'subscriber', companyId: 'c', userId: null, realm: 'live' };
const log = createLogger({ name: 'test', level: 'silent' });
const tokens = createInternalTokens(SECRET);

const match = (changes: Partial<ResolvedAddress>) => addressMatch({ address: HOUSE.address ?? '', ...changes });
/** Addresses that the fake geo service knows; it speaks the real contract. */
const ADDRESSES: Readonly<Record<string, ResolvedAddress>> = {
  'the house': match({ property_id: 1 }),
  'the lot': match({ property_id: 2 }),
  'the shop': match({ property_id: 3 }),
  'off the map': match({ property_id: 4 }),
  'the lonely house': match({ property_id: 5 }),
  'the flip': match({ property_id: 72 }),
  'the condo': match({ property_id: 51 }),
  'the ranch': match({ property_id: 61, region: 'TX' }),
  'gone since': match({ property_id: 999 }),
  'the building': match({ precision: 'building', match_level: 'building' }),
  'geocoded house': match({ precision: 'upstream', match_level: 'geocoded' }),
  'geocoded town': match({ precision: 'upstream', match_level: 'geocoded', address: 'Phoenix, AZ' }),
  'the street': match({
    precision: 'street',
    match_level: null,
    address: 'W Juniper Ave, Phoenix, AZ 85013',
    confidence: 0.8,
  }),
  'the zip': match({ precision: 'zip', match_level: null, address: 'Phoenix, AZ 85013' }),
  'the city': match({ precision: 'city', match_level: null, address: 'Phoenix, AZ' }),
  'a guess': match({ property_id: 1, confidence: 0.59 }),
};

/** The whole service over its own database with the hand-made market. */
export interface ValuationUnderTest {
  sql: Sql;
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  send(path: string, init: RequestInit): Promise<Response>;
  /** @throws Error unless the response is 200. */
  answer(body: RetailCompsRequest): Promise<ResponseOf<typeof retailComps>>;
  /** House numbers (equal to property ids) of the comps in order. */
  comps(body: RetailCompsRequest): Promise<number[]>;
  close(): Promise<void>;
}

export async function valuationUnderTest(asOf = AS_OF): Promise<ValuationUnderTest> {
  const database = await testDatabase();
  await serveHandMadeMarket(database.sql, HAND_MADE_MARKET);
  const transport = hostTableTransport(new Map([['geo.internal', geoStandIn(tokens, ADDRESSES)]]));
  const config = readValuationConfig({
    PLAT_INTERNAL_SECRET: SECRET,
    DATABASE_URL: database.url,
    PLAT_GEO_URL: 'http://geo.internal',
    PLAT_AS_OF: asOf,
  });
  const { deps, close } = createValuationDeps(config, {
    log,
    tokens,
    client: createServiceClient({ transport, tokens }),
    values: { valueOf: (_dataset, property, asOf) => handMadeValue(property, asOf) },
  });
  const app = createValuationApp(deps);
  const send = async (path: string, init: RequestInit & { headers?: Record<string, string> }) => {
    const authorization = `Bearer ${await tokens.sign(PRINCIPAL, 'valuation')}`;
    const headers = { authorization, 'content-type': 'application/json', ...init.headers };
    return app.handle(new Request(`http://valuation.internal${path}`, { ...init, headers }));
  };
  const service: ValuationUnderTest = {
    sql: database.sql,
    post: (body, headers) => send('/v1/retail-comps', { method: 'POST', headers, body: JSON.stringify(body) }),
    get: (path) => send(path, { method: 'GET' }),
    send: (path, init) => send(path, init as RequestInit & { headers?: Record<string, string> }),
    answer: async (body) => {
      const response = await service.post(body);
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
      return (await response.json()) as ResponseOf<typeof retailComps>;
    },
    comps: async (body) => (await service.answer(body)).comps.map(({ address }) => Number.parseInt(address ?? '', 10)),
    close: async () => {
      await close();
      await database.close();
    },
  };
  return service;
}
