import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BuyerSearchItem, type BuyerSearchRequest, type ResolvedAddress, resolveAddress } from '@plat/contracts';
import type { Sql } from '@plat/db';
import {
  AppError,
  createInternalTokens,
  createLogger,
  createServiceApp,
  createServiceClient,
  DEADLINE_HEADER,
  hostTableTransport,
  operation,
  type Principal,
} from '@plat/kit';
import { milesBetween } from '@plat/market';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { createInvestorsApp } from '../app.ts';
import { readInvestorsConfig } from '../config.ts';
import { createInvestorsDeps } from '../deps.ts';
import { serveHandMadeMarket } from '../hand-made-market.fixture.ts';
import { AS_OF, DEALS, HAND_MADE_MARKET, HOUSE, north } from './buyer-search.fixture.ts';

const SECRET = 'a secret of thirty-two characters';
const PRINCIPAL: Principal = { keyId: 'k', keyKind: 'subscriber', companyId: 'c', userId: null };
const log = createLogger({ name: 'test', level: 'silent' });
const tokens = createInternalTokens(SECRET);

const match = (changes: Partial<ResolvedAddress>): ResolvedAddress => ({
  address: '',
  property_id: null,
  region: 'AZ',
  latitude: 33.5,
  longitude: -112.1,
  confidence: 1,
  precision: 'property',
  ...changes,
});
/** What the address service knows here; it speaks its real contract. */
const ADDRESSES: Readonly<Record<string, ResolvedAddress | null>> = {
  'the house': match({ address: HOUSE.address, property_id: HOUSE.property_id }),
  'the building': match({ precision: 'building' }),
  'the street': match({ precision: 'street' }),
  'the zip': match({ precision: 'zip' }),
  'the city': match({ precision: 'city' }),
  'a guess': match({ confidence: 0.59 }),
  'geocoded house': match({ address: '12 Far Away Rd, Phoenix, AZ', precision: 'upstream' }),
  'geocoded town': match({ address: 'Phoenix, AZ', precision: 'upstream' }),
};
const geo = createServiceApp({
  name: 'geo',
  log,
  tokens,
  operations: [
    operation(resolveAddress, async ({ body }) => {
      if (body.address === 'broken')
        throw new AppError('UPSTREAM_ERROR', 'The geocoder could not be reached; try again');
      return { match: ADDRESSES[body.address] ?? null };
    }),
  ],
});

let database: TestDatabase;
let sql: Sql;
let app: ReturnType<typeof createInvestorsApp>;
let close: () => Promise<void>;

beforeAll(async () => {
  database = await testDatabase();
  sql = database.sql;
  await serveHandMadeMarket(sql, HAND_MADE_MARKET);
  const transport = hostTableTransport(new Map([['geo.internal', (request: Request) => geo.handle(request)]]));
  const config = readInvestorsConfig({
    PLAT_INTERNAL_SECRET: SECRET,
    DATABASE_URL: database.url,
    PLAT_GEO_URL: 'http://geo.internal',
    PLAT_AS_OF: AS_OF,
  });
  const built = createInvestorsDeps(config, { log, tokens, client: createServiceClient({ transport, tokens }) });
  app = createInvestorsApp(built.deps);
  close = built.close;
}, 60_000);

afterAll(async () => {
  await close?.();
  await database?.close();
});

async function post(body: unknown, query = '', headers: Record<string, string> = {}): Promise<Response> {
  return app.handle(
    new Request(`http://investors.internal/v1/buyer-search${query}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await tokens.sign(PRINCIPAL, 'investors')}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
}

async function buyers(body: BuyerSearchRequest, query = ''): Promise<BuyerSearchItem[]> {
  const response = await post(body, query);
  expect(response.status).toBe(200);
  return (await response.json()) as BuyerSearchItem[];
}
const names = async (body: BuyerSearchRequest, query = '') =>
  (await buyers({ address: 'the house', ...body }, query)).map(
    (item) => `${item.buyer_entity_name} ${item.buyer_type}`,
  );

describe('POST /v1/buyer-search over a market of a dozen deals', () => {
  test('answers the buyers in order, with contacts as the lists allow, each as its best deal', async () => {
    const items = await buyers({ address: 'the house' });
    expect(
      items.map((item) => [
        item.smart_match_rank,
        item.buyer_entity_name,
        item.buyer_type,
        item.miles_from_subject,
        item.smart_match,
        item.buyer_first_name,
        item.buyer_phone_number,
        item.buyer_email,
      ]),
    ).toEqual([
      [1, 'NEAR FLIPS LLC', 'flipper', 0.1, true, 'Ada', 6025550101, 'ada@example.com'],
      [2, 'BOTH WAYS LLC', 'landlord', 0.25, true, 'Bea', 6025550103, 'bea@example.com'],
      [3, 'HALF MILE RENTALS LLC', 'landlord', 0.5, true, 'Cy', null, null],
      [4, 'BOTH WAYS LLC', 'flipper', 0.75, false, 'Bea', 6025550103, 'bea@example.com'],
      [5, 'ASHBROOK RUTH A', 'landlord', 1, false, 'Ruth', null, null],
      [6, 'ERASED OWEN', 'landlord', 1.5, false, null, null, null],
    ]);
  });

  test('carries the facts of the deal as recorded', async () => {
    const [first] = await buyers({ address: 'the house' });
    expect(first).toMatchObject({
      address: '1 N Near St, Phoenix, AZ 85013',
      bedrooms: 3,
      bathrooms: 2,
      livingsquarefeet: 1500,
      lotsquarefeet: 6000,
      propertytype: 'Single Family Residential',
      flip_purchase_transaction_date: '2026-01-10',
      flip_purchase_transaction_price: 250_000,
      flip_purchase_method: 'hard_money',
      flip_sale_transaction_date: '2026-06-20',
      flip_sale_transaction_price: 360_000,
      rental_purchase_transaction_date: null,
    });
    expect(Object.keys(first ?? {}).length).toBe(25);
  });

  test('gives the same bytes for the same question, by address or by its coordinates', async () => {
    const [first, again, byPoint] = await Promise.all([
      post({ address: 'the house' }),
      post({ address: 'the house' }),
      post({ latitude: HOUSE.latitude, longitude: HOUSE.longitude }),
    ]);
    const text = await first.text();
    expect(await again.text()).toBe(text);
    expect(await byPoint.text()).toBe(text);
    expect(first.headers.get('cache-control')).toBe('no-store, private');
  });

  test.each<[string, BuyerSearchRequest, string[]]>([
    ['flippers only', { buyer_types: ['flipper'] }, ['NEAR FLIPS LLC flipper', 'BOTH WAYS LLC flipper']],
    ['within a quarter mile', { radius_miles: 0.26 }, ['NEAR FLIPS LLC flipper', 'BOTH WAYS LLC landlord']],
    [
      'with a number to call',
      { hide_no_phone: true },
      ['NEAR FLIPS LLC flipper', 'BOTH WAYS LLC landlord', 'BOTH WAYS LLC flipper'],
    ],
    ['at most two', { limit: 2 }, ['NEAR FLIPS LLC flipper', 'BOTH WAYS LLC landlord']],
    ['of commercial property', { property_types: ['OTHER'] }, ['SHOP OWNER LLC landlord']],
    [
      'paid at least 250,000 dollars',
      { min_purchase_price: 250_000, buyer_types: ['flipper'] },
      ['NEAR FLIPS LLC flipper'],
    ],
    [
      'paid at most 249,999 dollars',
      { max_purchase_price: 249_999, buyer_types: ['flipper'] },
      ['BOTH WAYS LLC flipper'],
    ],
    ['four bedrooms, unknown ones out', { min_bedrooms: 4 }, ['HALF MILE RENTALS LLC landlord']],
    ['two and a half baths', { min_bathrooms: 2.5, max_bathrooms: 2.5 }, ['HALF MILE RENTALS LLC landlord']],
    [
      'of the last quarter',
      { lookback_years: 0.25, buyer_types: ['landlord'] },
      ['BOTH WAYS LLC landlord', 'HALF MILE RENTALS LLC landlord'],
    ],
  ])('finds buyers %s', async (_, body, expected) => {
    expect(await names(body)).toEqual(expected);
  });

  test.each<[string, BuyerSearchRequest, string]>([
    ['large institutional landlords', { hide_hedge_fund: false }, 'BIG FUND LLC landlord'],
    ['iBuyer landlords', { hide_hedge_fund: false }, 'QUICK OFFERS LLC landlord'],
    ['flippers of the institutions list', { hide_hedge_fund: false }, 'QUICK OFFERS LLC flipper'],
    ['purchases off the open market', { hide_non_arms_length: false }, 'COUSIN LLC landlord'],
    ['older purchases', { lookback_years: 5 }, 'LONG AGO LLC landlord'],
    ['buyers farther out', { radius_miles: 3 }, 'FAR AWAY LLC landlord'],
  ])('leaves out %s unless asked for', async (_, body, buyer) => {
    expect(await names({})).not.toContain(buyer);
    expect(await names(body)).toContain(buyer);
  });

  test('keeps a flipper that is large but on no list', async () => {
    expect(await names({ radius_miles: 4, buyer_types: ['flipper'] })).toContain('LARGE FLIPPER LLC flipper');
  });

  test('counts the edge of the window and of the circle as inside, and pending purchases not yet', async () => {
    expect(await names({ lookback_years: 5, radius_miles: 10 })).toEqual(
      expect.arrayContaining(['LONG AGO LLC landlord', 'FIVE YEARS LLC landlord']),
    );
    expect(await names({ lookback_years: 4.99, radius_miles: 10 })).not.toContain('FIVE YEARS LLC landlord');
    const half = DEALS.find((deal) => deal.buyer_name === 'HALF MILE RENTALS LLC');
    const miles = milesBetween(HOUSE, { latitude: half?.latitude ?? 0, longitude: half?.longitude ?? 0 });
    expect(await names({ radius_miles: miles + 1e-9 })).toContain('HALF MILE RENTALS LLC landlord');
    expect(await names({ radius_miles: miles - 1e-6 })).not.toContain('HALF MILE RENTALS LLC landlord');
    expect(await names({ radius_miles: 10 })).not.toContain('PENDING LLC landlord');
  });

  test('sorts by distance when asked, ranks unchanged', async () => {
    const items = await buyers({ address: 'the house' }, '?sort=distance');
    expect(items.map((item) => item.miles_from_subject)).toEqual([0.1, 0.25, 0.5, 0.75, 1, 1.5]);
    expect(items.map((item) => item.smart_match_rank).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('every result meets every filter, whatever the filters are', async () => {
    const bound = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null });
    const filters = fc.record({
      radius_miles: fc.double({ min: 0.05, max: 10, noNaN: true }),
      lookback_years: fc.double({ min: 0.01, max: 5, noNaN: true }),
      buyer_types: fc.subarray(['flipper', 'landlord'] as const),
      property_types: fc.subarray(['SFR', 'OTHER', 'MFR'] as const),
      min_bedrooms: bound(4),
      max_purchase_price: bound(400_000),
      hide_hedge_fund: fc.boolean(),
      hide_no_phone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(filters, async (body) => {
        for (const [index, item] of (await buyers({ address: 'the house', ...body })).entries()) {
          expect(item.smart_match_rank).toBe(index + 1);
          expect(item.miles_from_subject).toBeLessThanOrEqual(body.radius_miles + 0.005);
          if (body.buyer_types.length > 0) expect(body.buyer_types).toContain(item.buyer_type);
          if (body.min_bedrooms !== null) expect(item.bedrooms).toBeGreaterThanOrEqual(body.min_bedrooms);
          const paid = item.flip_purchase_transaction_price ?? item.rental_purchase_transaction_price;
          if (body.max_purchase_price !== null) expect(paid).toBeLessThanOrEqual(body.max_purchase_price);
          if (body.hide_no_phone) expect(item.buyer_phone_number).not.toBeNull();
          if (body.hide_hedge_fund) expect(item.buyer_entity_name).not.toBe('BIG FUND LLC');
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the subject of POST /v1/buyer-search', () => {
  const SENT = { latitude: north(1), longitude: -112.1 };
  const nearest = async (body: BuyerSearchRequest) => (await buyers(body, '?sort=distance'))[0]?.miles_from_subject;

  test.each(['the house', 'the building', 'geocoded house'])(
    'is %p even when coordinates are sent',
    async (address) => {
      expect(await nearest({ address, ...SENT })).toBe(0.1);
    },
  );

  test.each(['nowhere', 'the street', 'the zip', 'the city', 'a guess', 'geocoded town'])(
    'is not %p: the coordinates sent count, and without any the answer is 404',
    async (address) => {
      expect(await nearest({ address, ...SENT })).toBe(0);
      const response = await post({ address });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'ADDRESS_NOT_FOUND', error: expect.any(String) });
    },
  );

  test('is never guessed when the address service fails: 502, also with coordinates', async () => {
    const response = await post({ address: 'broken', ...SENT });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  test('may lie where nothing is known', async () => {
    expect(await buyers({ latitude: -33, longitude: 151 })).toEqual([]);
  });
});

describe('requests to POST /v1/buyer-search', () => {
  test.each<[string, unknown, string]>([
    ['neither address nor coordinates', {}, 'address'],
    ['a blank address', { address: '  ' }, 'address'],
    ['half a pair of coordinates', { latitude: 33 }, 'longitude'],
    ['a radius of 0', { address: 'the house', radius_miles: 0 }, 'radius_miles'],
    ['a number as text', { address: 'the house', radius_miles: '2' }, 'radius_miles'],
    ['an unknown type', { address: 'the house', property_types: ['sfr'] }, 'property_types'],
    ['bounds in the wrong order', { address: 'the house', min_bedrooms: 4, max_bedrooms: 3 }, 'max_bedrooms'],
    ['a search in the background', { address: 'the house', async: true }, 'async'],
    ['a webhook', { address: 'the house', webhook_url: 'https://hooks.example.com/x' }, 'webhook_url'],
  ])('with %s are refused naming the field', async (_, body, field) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    const error = (await response.json()) as { error: string; code: string; fields: { field: string }[] };
    expect(error.code).toBe('VALIDATION_ERROR');
    expect(error.error).toStartWith(field);
    expect(error.fields.some((problem) => problem.field.startsWith(field))).toBe(true);
  });

  test('with nulls and empty lists get the defaults', async () => {
    const text = await (await post({ address: 'the house' })).text();
    const nulls = {
      property_types: [],
      buyer_types: null,
      radius_miles: null,
      hide_hedge_fund: null,
      create_deal: null,
      async: null,
    };
    expect(await (await post({ address: 'the house', ...nulls })).text()).toBe(text);
  });

  test('with flipper_weight are answered and told that it is deprecated', async () => {
    const response = await post({ address: 'the house', flipper_weight: 0.5 });
    expect(response.status).toBe(200);
    expect(response.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect((await post({ address: 'the house' })).headers.get('deprecation')).toBeNull();
  });

  test('past their deadline get 504, and what they asked of the database is cancelled', async () => {
    const sleeping = sql`select count(*)::int as running from pg_stat_activity
      where datname = current_database() and application_name = 'plat-investors' and state = 'active'`;
    const locked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const blocker = sql.begin(async (tx) => {
      await tx`lock table market.deal in access exclusive mode`;
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const response = await post({ address: 'the house' }, '', { [DEADLINE_HEADER]: String(Date.now() + 300) });
    expect(response.status).toBe(504);
    await Bun.sleep(200);
    expect((await sleeping)[0]?.running).toBe(0);
    release.resolve();
    await blocker;
    expect((await post({ address: 'the house' })).status).toBe(200);
  });
});

describe('do-not-contact lists', () => {
  test('withhold every phone once the national snapshot is older than 31 days, and when there is none', async () => {
    const phones = async () =>
      (await buyers({ address: 'the house' })).map((item) => item.buyer_phone_number).filter(Boolean);
    expect(await phones()).not.toEqual([]);
    await sql`update market.suppression set listed_on = '2026-05-29' where list = 'national_dnc'`;
    expect(await phones()).toEqual([]);
    expect(await names({ hide_no_phone: true })).toEqual([]);
    await sql`delete from market.suppression`;
    expect(await phones()).toEqual([]);
  });
});
