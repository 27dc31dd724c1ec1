import {
  createInternalTokens,
  createLogger,
  createServiceClient,
  hostTableTransport,
  type ServiceClient,
} from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { createGeoApp } from './app.ts';
import { createGeoDeps } from './deps.ts';
import { marketOf, publishTestMarket, type TestAddress } from './market.fixture.ts';

const phoenix = (line: string, zip = '85043'): TestAddress => ({ line, city: 'Phoenix', state: 'AZ', zip });
const mesa = (line: string): TestAddress => ({
  line,
  city: 'Mesa',
  state: 'AZ',
  zip: '85201',
  latitude: 33.415,
});
export const ADDRESSES: TestAddress[] = [
  phoenix('123 Main St'),
  phoenix('123 Main St Apt 4'),
  phoenix('123 Main St Apt 5'),
  phoenix('1230 Main St'),
  mesa('123 Main St'),
  mesa('500 N Saguaro Blvd'),
  mesa('502 N Saguaro Blvd'),
  mesa('77 W 5th Ave'),
  phoenix("9 O'Brien Way"),
  { ...phoenix('40 Unlocated Ln'), latitude: null, longitude: null },
  { ...mesa('41 Nowhere Ct'), city: 'Lost', zip: '85299', latitude: null, longitude: null },
  { line: '6 Lago Ct', city: "Coeur d'Alene", state: 'ID', zip: '83814' },
  phoenix('10 Cactus Dr Unit 1'),
  phoenix('10 Cactus Dr Unit 2'),
  phoenix('22-24 Kiva Rd'),
  phoenix('301 N Palo Verde Ave', '85031'),
  phoenix('301 S Palo Verde Ave', '85041'),
  { line: '8 Elm St', city: 'Springfield', state: 'MA', zip: '01103', latitude: 42.1, longitude: -72.58 },
  { line: '8 Elm St', city: null, state: 'NM', zip: '87501' },
];
export const market = marketOf(ADDRESSES);

export const tokens = createInternalTokens('a secret of at least thirty-two bytes');
export const principal = {
  keyId: 'key',
  keyKind: 'service',
  companyId: 'company',
  userId: null,
  realm: 'live',
} as const;

export interface GeoUnderTest {
  db: TestDatabase;
  geo: Awaited<ReturnType<typeof createGeoDeps>>;
  client: ServiceClient;
  close(): Promise<void>;
}

/** The geo service over a database of its own that holds ADDRESSES. */
export async function startGeo(): Promise<GeoUnderTest> {
  const db = await testDatabase();
  await publishTestMarket(db.sql, market);
  const config = {
    DATABASE_URL: db.url,
    PLAT_INTERNAL_SECRET: 'x'.repeat(32),
    PLAT_PORT: 0,
    PLAT_HOST: '127.0.0.1',
    PLAT_LOG_LEVEL: 'silent',
    PLAT_GRACE_MS: 0,
    PLAT_GEOCODER_TIMEOUT_MS: 1_000,
  } as const;
  const geo = await createGeoDeps(config, { tokens, log: createLogger({ name: 'geo', level: 'silent' }) });
  const app = createGeoApp(geo.deps);
  const client = createServiceClient({
    tokens,
    transport: hostTableTransport(
      new Map([['geo.internal', (request: Request) => Promise.resolve(app.handle(request))]]),
    ),
  });
  const close = async () => {
    await geo.close();
    await db.close();
  };
  return { db, geo, client, close };
}
