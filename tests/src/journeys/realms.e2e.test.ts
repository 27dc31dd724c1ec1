/** One state in both realms: no response or message of one realm contains a row of the other. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '@plat/accounts/operator';
import { type CommandLines, startCommandLines } from '@plat/cli/command-lines';
import { encodeBuyerId, PUBLIC_ENDPOINTS } from '@plat/contracts';
import { marketSchema, SAMPLE_AS_OF } from '@plat/dataset';
import { REALMS, type Realm } from '@plat/kit';
import { importMarket } from '@plat/pipeline';
import { writeSampleMarket } from '@plat/pipeline/sample';
import { filledDatabase, type TestDatabase } from '@plat/test-kit';
import { type ServedMarket, serveSampleMarket } from './served-market.fixture.ts';

const START_MS = 240_000;
const WAIT_MS = 60_000;
const OTHER: Readonly<Record<Realm, Realm>> = { live: 'sample', sample: 'live' };
/** Operations without dataset rows in their responses. */
const WITHOUT_ROWS: readonly string[] = [
  ...['buyerSearchStatus', 'webhookSettings', 'updateWebhookSettings', 'webhookDeliveries', 'replayWebhook'],
  ...['accuracy', 'usage', 'apiCredentials', 'getApiUser', 'createApiUser', 'updateApiUser', 'listApiUsers'],
  ...['createApiUserSubscription', 'updateApiUserSubscription', 'automationAuth', 'automationSetup'],
  ...['listSubscriptions', 'subscribeWebhook', 'unsubscribeWebhook', 'triggerWebhooks', 'exampleBuyers'],
];

/** Rows that only one realm has. */
interface Rows {
  subject: { address: string; latitude: number; longitude: number };
  buyer: { id: number; name: string; state: string };
  /** Addresses, and names of buyers. */
  texts: string[];
}

/** Generated markets share street names: `4892 W LIVE MARYLAND RD`. */
async function renameStreets(file: string): Promise<void> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(file).bytes()));
  await Bun.write(file, Bun.gzipSync(text.replaceAll(/,(\d+ [NSEW] )/g, ',$1LIVE ')));
}

/** Generates a market with another seed for each realm. */
const bothRealms = (): Promise<TestDatabase> =>
  filledDatabase('both_realms', async ({ sql }) => {
    const home = await mkdtemp(join(tmpdir(), 'plat-both-realms-'));
    try {
      for (const [index, realm] of REALMS.entries()) {
        const directory = join(home, realm);
        const { files } = await writeSampleMarket({ directory, asOf: SAMPLE_AS_OF, parcels: 1_500, seed: index + 1 });
        if (realm === 'live') for (const file of files) await renameStreets(file);
        await importMarket({ home, sql, realm, source: { kind: 'canonical' }, files, asOf: SAMPLE_AS_OF });
      }
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

async function rowsOf({ sql }: TestDatabase, realm: Realm): Promise<Rows> {
  const [own, other] = [marketSchema(realm), marketSchema(OTHER[realm])];
  const addresses = await sql.unsafe<{ text: string }[]>(
    `select address as text from ${own}.address where length(address) > 12 except select address from ${other}.address`,
  );
  const names = await sql.unsafe<{ text: string }[]>(
    `select name as text from ${own}.buyer_alias where length(name) > 8 except select name from ${other}.buyer_alias`,
  );
  const [subject] = await sql.unsafe<Rows['subject'][]>(
    `select address, latitude, longitude from ${own}.deal where deal_type = 'flip' and cell is not null
       and address not in (select address from ${other}.address where address is not null) and property_type = 'SFR' and event_date > '${SAMPLE_AS_OF}'::date - 600
     order by deal_id limit 1`,
  );
  const [buyer] = await sql.unsafe<Rows['buyer'][]>(
    `select buyer_id as id, name, region as state from ${own}.buyer_alias where name_key not in (select name_key from ${other}.buyer_alias)
       and buyer_id in (select buyer_id from ${own}.deal) order by buyer_id limit 1`,
  );
  return { subject: subject!, buyer: buyer!, texts: [...addresses, ...names].map(({ text }) => text) };
}

let served: ServedMarket;
let commands: CommandLines;
let rows: Record<Realm, Rows>;
let keys: Record<Realm, { subscriber: string; legacy: string }>;
beforeAll(async () => {
  const opened = await bothRealms();
  rows = { live: await rowsOf(opened, 'live'), sample: await rowsOf(opened, 'sample') };
  served = await serveSampleMarket({ receiver: 'hooks.example.com', database: { opened, asOf: SAMPLE_AS_OF } });
  commands = startCommandLines(opened.url);
  const make = async (kind: string, realm: Realm) => {
    const terms = { kind, name: `${kind} ${realm}`, companyName: 'Acme', isTest: realm === 'sample', rateLimit: 1_000 };
    return (await createKey(served.operator, 'operator:test', terms)).key;
  };
  const both = async (realm: Realm) => ({
    subscriber: await make('subscriber', realm),
    legacy: await make('legacy_search', realm),
  });
  keys = { live: await both('live'), sample: await both('sample') };
}, START_MS);
afterAll(async () => {
  await commands?.close();
  await served?.close();
}, START_MS);

/** The rows of a realm that a text contains. */
const held = (realm: Realm, text: string): string[] => rows[realm].texts.filter((one) => text.includes(one));

type Ask = (realm: Realm, at: Realm) => Promise<unknown>;

async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (const endMs = performance.now() + WAIT_MS; performance.now() < endMs; await Bun.sleep(50)) {
    const found = await ask();
    if (found !== null) return found;
  }
  throw new Error('it did not happen in time');
}

const send = async (realm: Realm, method: string, path: string, body?: unknown) =>
  served.send(method, path, { 'x-api-key': keys[realm].subscriber }, body);
const post =
  (path: string, bodyAt: (there: Rows) => object): Ask =>
  async (realm, at) =>
    (await send(realm, 'POST', path, bodyAt(rows[at]))).body;
const pointOf = ({ subject: { latitude, longitude } }: Rows) => ({ latitude, longitude });

/** Each operation that returns rows, called with a key of one realm about something in `at`. */
const ASKED: Readonly<Record<string, Ask>> = {
  autocomplete: post('/v1/autocomplete', ({ subject }) => ({ search_string: subject.address })),
  buyerSearch: post('/v1/buyer-search', (there) => ({ ...pointOf(there), radius_miles: 10, explain: 'full' })),
  buyerSearchResults: async (realm, at) => {
    const body = { ...pointOf(rows[at]), radius_miles: 10, explain: 'full', async: true };
    const accepted = await send(realm, 'POST', '/v1/buyer-search', body);
    const path = `/v1/buyer-search?search_id=${accepted.body.search_id}`;
    expect((await send(OTHER[realm], 'GET', path)).status).toBe(404);
    return until(async () => (await send(realm, 'GET', path)).body);
  },
  retailComps: post('/v1/retail-comps', (there) => ({ address: there.subject.address, max_days_back: 720 })),
  offers: post('/v1/offers', (there) => ({ address: there.subject.address, repairs: 1_000, explain: true })),
  investorComps: post('/v1/investor-comps', (there) => ({
    ...pointOf(there),
    radius_miles: 5,
    subject_property_details: { bedrooms: 3, bathrooms: 2, square_feet: 1_500 },
  })),
  linkedDeals: post('/v1/linked-deals', ({ buyer }) => ({ search_string: buyer.name, search_state: buyer.state })),
  buyers: async (realm, at) =>
    (await send(realm, 'GET', `/v1/buyers?buyer_id=${encodeBuyerId(rows[at].buyer.id)}`)).body,
  analyticsSearch: post('/v1/analytics-search', pointOf),
  coverage: async (realm) => (await send(realm, 'GET', '/v1/coverage')).body,
  analyticsSummary: post('/v1/analytics-summary', (there) => ({ ...pointOf(there), metrics_radius_mi: 10 })),
  legacySearch: async (realm, at) => {
    const headers = { 'x-api-key': keys[realm].legacy };
    return (await served.send('POST', '/v1/search', headers, { address: rows[at].subject.address, userId: 'u' })).body;
  },
  legacyResults: async (realm, at) => {
    const headers = { 'x-api-key': keys[realm].legacy };
    const body = { address: rows[at].subject.address, userId: 'u' };
    const { searchId } = (await served.send('POST', '/v1/search', headers, body)).body;
    if (searchId === undefined) return null;
    const asked = { ...headers, 'search-id': searchId };
    const others = { 'x-api-key': keys[OTHER[realm]].legacy, 'search-id': searchId };
    expect((await served.send('GET', '/v1/results', others)).status).toBe(404);
    return until(async () => {
      const answer = await served.send('GET', '/v1/results', asked);
      return answer.body.code === 'SEARCH_NOT_COMPLETED' ? null : answer.body;
    });
  },
};
/** Their responses hide the rows or are figures. */
const UNMARKED: readonly string[] = ['analyticsSearch', 'analyticsSummary', 'coverage'];

describe('one state in both realms', () => {
  test('both contain rows of the same states, some only their own', async () => {
    const status = await commands.platJson('market', 'status');
    const statesOf = (wanted: Realm) =>
      status.regions.flatMap(({ realm, region }: { realm: Realm; region: string }) =>
        realm === wanted ? [region] : [],
      );
    expect(statesOf('live')).toEqual(statesOf('sample'));
    for (const realm of REALMS) expect(rows[realm].texts.length).toBeGreaterThan(500);
  });

  test.each(REALMS)('coverage counts the properties of its own realm: %s', async (realm) => {
    const own = await served.database.sql.unsafe<{ fips: string | null; properties: number }[]>(
      `select fips, count(*)::int as properties from ${marketSchema(realm)}.property group by fips order by fips`,
    );
    const { counties } = (await send(realm, 'GET', '/v1/coverage')).body;
    const told = counties.map(({ fips, properties }: (typeof own)[number]) => ({ fips, properties }));
    expect(told.sort((a: { fips: string }, b: { fips: string }) => a.fips.localeCompare(b.fips))).toEqual([...own]);
  });

  test('every public operation is tested here, or returns no dataset row', () => {
    const known = [...Object.keys(ASKED), ...WITHOUT_ROWS];
    expect(PUBLIC_ENDPOINTS.map(({ operation }) => operation).filter((name) => !known.includes(name))).toEqual([]);
  });

  test.each(Object.entries(ASKED))(
    'a key reads rows of its own realm only: %s',
    async (operation, ask) => {
      for (const realm of REALMS) {
        const own = JSON.stringify(await ask(realm, realm));
        if (!UNMARKED.includes(operation)) expect([realm, held(realm, own).length > 0]).toEqual([realm, true]);
        expect([realm, held(OTHER[realm], own)]).toEqual([realm, []]);
        const elsewhere = JSON.stringify(await ask(realm, OTHER[realm]));
        // Some refusals quote the request.
        const { subject, buyer } = rows[OTHER[realm]];
        const found = held(OTHER[realm], elsewhere).filter((one) => one !== subject.address && one !== buyer.name);
        expect([realm, found]).toEqual([realm, []]);
      }
    },
    WAIT_MS * 2,
  );

  test('area figures belong to one realm too', async () => {
    const [live, sample] = [
      await ASKED.analyticsSummary!('live', 'live'),
      await ASKED.analyticsSummary!('sample', 'live'),
    ];
    expect(live).not.toEqual(sample);
  });

  test(
    'deals and messages of a test key come from the sample market, and a live key of the company never lists them',
    async () => {
      const dealOf: Record<string, string> = {};
      for (const realm of REALMS) {
        const url = served.receiver.url(`/${realm}`);
        expect((await send(realm, 'PATCH', '/v1/webhook-settings', { deal_url: url })).status).toBe(200);
        const body = {
          address: rows[realm].subject.address,
          radius_miles: 10,
          explain: true,
          webhook_url: `${url}/done`,
        };
        const answer = await send(realm, 'POST', '/v1/buyer-search', { ...body, results_in_webhook: true });
        expect([answer.status, answer.headers.get('x-deal-id')]).toEqual([200, expect.any(String)]);
        dealOf[realm] = answer.headers.get('x-deal-id')!;
      }
      for (const realm of REALMS) {
        const calls = await until(async () => {
          const to = served.receiver.calls.filter(({ path }) => path.startsWith(`/${realm}`));
          return to.length >= 2 ? to : null;
        });
        for (const { body } of calls) expect([realm, held(OTHER[realm], body)]).toEqual([realm, []]);
        expect(calls.some(({ body }) => held(realm, body).length > 0)).toBe(true);
      }
      const { deals } = await commands.platJson('deals', '--company', 'Acme');
      expect(new Set(deals.map(({ deal_id }: { deal_id: string }) => deal_id))).toEqual(new Set(Object.values(dealOf)));
      const shown = await served.database.sql<
        { id: string; realm: Realm }[]
      >`select id, realm from investors.crm_deals`;
      expect(Object.fromEntries(shown.map(({ id, realm }) => [realm, id]))).toEqual(dealOf);
    },
    WAIT_MS * 2,
  );
});
