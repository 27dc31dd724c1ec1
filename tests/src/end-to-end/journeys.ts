import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import type { EndToEndPlatform } from './platform.ts';

export { type CommandLines, startCommandLines } from '@plat/cli/command-lines';
export { fuzzEveryEndpoint } from './fuzz.ts';
export { type EndToEndPlatform, MARKET, runCommand } from './platform.ts';
export { tenantIsolation } from './tenant-isolation.ts';

const PHOENIX = 'Phoenix';
/** Analytics searches per month in the plan of these tests. */
const MONTHLY_SEARCHES = 12;
const SLOW_MS = 60_000;
const POLL_MS = 200;

interface Sent {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/**
 * Journeys of customers and operators, from the first key to the last webhook: the same tests for every way to run
 * Plat. Each journey creates its own accounts.
 */
export function endToEndJourneys(platform: () => EndToEndPlatform): void {
  const send = async (method: string, path: string, { headers = {}, query, body }: Sent = {}) => {
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
    const response = await fetch(`${platform().url}${path}${search}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: responses of every operation
    const answer: any = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: answer };
  };

  let made = 0;
  /** Creates an enterprise account with one user, whose plan limits analytics and buyer searches. */
  const sell = async (perMinute = 1_000) => {
    const name = `account-${++made}`;
    const { plat } = platform();
    await plat(
      ...['plan', 'create', name, '--name', name, '--price', '49', '--autocomplete', '1000', '--retail-comps', '1000'],
      ...['--analytics-search', String(MONTHLY_SEARCHES), '--buyer-search', '1000', '--investor-comps', '1000'],
      ...['--linked-deals', '1000'],
    );
    const { id, key } = await plat(
      ...['key', 'create', '--kind', 'enterprise', '--name', name, '--plan', name, '--rate-limit', String(perMinute)],
    );
    const ofKey = { 'x-api-key': key as string };
    const created = await send('POST', '/v1/api-users', { headers: ofKey, body: { user_id: 'agent-1' } });
    expect(created.status).toBe(201);
    const subscribing = { user_id: 'agent-1', plan_id: name };
    const subscribed = await send('POST', '/v1/api-user-subscriptions', { headers: ofKey, body: subscribing });
    expect(subscribed.status).toBe(201);
    return { id: id as string, name, ofKey, headers: { ...ofKey, 'x-user-id': 'agent-1' } };
  };

  const placeOf = async (headers: Record<string, string>) => {
    const { status, body } = await send('POST', '/v1/autocomplete', { headers, body: { search_string: PHOENIX } });
    expect({ status, body }).toEqual({ status: 200, body: [expect.anything()] });
    return body[0] as { address: string; latitude: number; longitude: number };
  };

  describe('a wholesaler', () => {
    let headers: Record<string, string>;
    beforeAll(async () => {
      headers = (await sell()).headers;
    }, SLOW_MS);

    test('reads the coverage of each county, phones included', async () => {
      const { status, body } = await send('GET', '/v1/coverage', { headers });
      expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
      expect(body.counties.length).toBeGreaterThan(0);
      for (const county of body.counties) {
        expect(county.share_with_phone).toBeGreaterThan(0);
        expect(county.share_with_phone).toBeLessThan(1);
      }
    });

    const ask = (path: string, body: unknown) => send('POST', path, { headers, body });
    const place = () => placeOf(headers);
    const near = async () => {
      const { latitude, longitude } = await place();
      return { latitude, longitude };
    };
    const buyers = async () => (await ask('/v1/buyer-search', { ...(await near()), radius_miles: 10 })).body;

    test('types the start of a city and finds it', async () => {
      expect(await place()).toMatchObject({ address: expect.stringContaining(PHOENIX), latitude: expect.any(Number) });
    });

    test('finds buyers there, with their purchases', async () => {
      const found = await buyers();
      expect(found.length).toBeGreaterThan(5);
      expect(found[0]).toMatchObject({ smart_match_rank: 1, buyer_entity_name: expect.any(String) });
      for (const { miles_from_subject } of found) expect(miles_from_subject).toBeLessThanOrEqual(10);
    });

    test('finds comparable sales of a house there, and its value', async () => {
      const [{ address }] = await buyers();
      const comps = await ask('/v1/retail-comps', { address, max_radius_miles: 10, max_days_back: 1_000 });
      expect(comps).toMatchObject({ status: 200, body: { subject: { address }, avm: { value: expect.any(Number) } } });
      expect(comps.headers.get('x-comps-source')).toBe('recorder');
      expect(comps.headers.get('x-subject-address')).toBe(address);
      expect(comps.headers.get('x-subject-property-id')).toMatch(/^prp_[0-9a-z]+$/);
      expect(comps.headers.get('x-match-level')).toBe('exact');
      expect(comps.body.comps.length).toBeGreaterThan(0);
    });

    test('finds investor prices and market figures there', async () => {
      const comps = await ask('/v1/investor-comps', { ...(await near()), radius_miles: 10 });
      expect([comps.status, comps.body.length > 0]).toEqual([200, true]);
      const summary = await ask('/v1/analytics-summary', { ...(await near()), metrics_radius_mi: 10 });
      expect(summary).toMatchObject({ status: 200, body: { landlord_metrics: { count: expect.any(Number) } } });
      const deals = await ask('/v1/analytics-search', await near());
      expect([deals.status, deals.body.length > 0]).toEqual([200, true]);
    });

    test('finds all other purchases of one of the buyers', async () => {
      const [{ buyer_entity_name }] = await buyers();
      const linked = await ask('/v1/linked-deals', { search_string: buyer_entity_name, search_state: 'AZ' });
      expect(linked.status).toBe(200);
      expect(linked.body.results.length).toBeGreaterThan(0);
    });

    test('learns which field was wrong, and cannot search without a key', async () => {
      const wrong = await ask('/v1/buyer-search', { latitude: 33.5, longitude: 500 });
      expect(wrong).toMatchObject({ status: 400, body: { fields: [{ field: 'longitude' }] } });
      expect((await send('POST', '/v1/buyer-search', { body: {} })).status).toBe(401);
    });

    test(
      'runs a search in the background and fetches its result later',
      async () => {
        const question = { ...(await near()), radius_miles: 10, create_deal: false };
        const { body: atOnce } = await ask('/v1/buyer-search', question);
        const begun = await ask('/v1/buyer-search', { ...question, async: true });
        expect(begun).toMatchObject({ status: 202, body: { status: 'pending' } });
        const query = { search_id: begun.body.search_id };
        const until = Date.now() + SLOW_MS / 2;
        const status = async () => (await send('GET', '/v1/buyer-search/status', { headers, query })).body.status;
        while ((await status()) === 'pending' && Date.now() < until) await Bun.sleep(POLL_MS);
        expect(await status()).toBe('completed');
        const results = await send('GET', '/v1/buyer-search', { headers, query });
        expect(results.headers.get('x-search-status')).toBe('completed');
        expect(results.body).toEqual(atOnce);
      },
      SLOW_MS,
    );
  });

  describe('an enterprise account', () => {
    test(
      'counts exactly: of many parallel searches the plan admits its limit, and usage agrees',
      async () => {
        const { headers, id } = await sell();
        const place = await placeOf(headers);
        const search = (step: number) =>
          send('POST', '/v1/analytics-search', {
            headers,
            body: { latitude: place.latitude + step / 1_000, longitude: place.longitude },
          });
        const answers = await Promise.all(Array.from({ length: MONTHLY_SEARCHES * 3 }, (_, step) => search(step)));
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses).toEqual([...Array(MONTHLY_SEARCHES).fill(200), ...Array(MONTHLY_SEARCHES * 2).fill(429)]);
        const { body } = await send('GET', '/v1/usage', { headers });
        expect(body.endpoints).toContainEqual(
          expect.objectContaining({ endpoint: 'analytics_search', limit: MONTHLY_SEARCHES, used: MONTHLY_SEARCHES }),
        );
        const shown = await platform().plat('usage', 'show', '--key', id, '--user', 'agent-1');
        expect(JSON.stringify(shown)).toContain('analytics_search');
        await platform().plat('usage', 'verify');
      },
      SLOW_MS,
    );

    test(
      'has one minute limit across all gateways',
      async () => {
        const perMinute = 20;
        // Creating its user and subscription took two requests.
        const { headers } = await sell(perMinute + 2);
        const ask = () => send('POST', '/v1/autocomplete', { headers, body: { search_string: PHOENIX } });
        // One after the other, so that Redis does not time out on a busy machine.
        const statuses: number[] = [];
        for (let i = 0; i < perMinute * 2; i++) statuses.push((await ask()).status);
        expect(statuses).toEqual([...Array(perMinute).fill(200), ...Array(perMinute).fill(429)]);
      },
      SLOW_MS,
    );

    test(
      'is refused everywhere immediately after its key is revoked',
      async () => {
        const { headers, id } = await sell();
        const ask = () => send('POST', '/v1/autocomplete', { headers, body: { search_string: PHOENIX } });
        for (let i = 0; i < 6; i++) expect((await ask()).status).toBe(200);
        await platform().plat('key', 'revoke', id);
        const after = await Promise.all(Array.from({ length: 6 }, ask));
        expect(after.map(({ status }) => status)).toEqual(Array(6).fill(401));
      },
      SLOW_MS,
    );
  });

  describe('a user of an automation platform', () => {
    let receiver: TestReceiver;
    beforeAll(async () => {
      receiver = await startTestReceiver({ insecure: true, names: ['127.0.0.1'] });
    });
    afterAll(() => receiver.close());

    test(
      'sets up a key, subscribes a workflow, and receives a signed buyer',
      async () => {
        const token = await platform().idToken('agent-9', 'agent-9@example.com');
        const setup = await send('POST', '/automation/setup', {
          headers: { authorization: `Bearer ${token}` },
          body: { uid: 'agent-9' },
        });
        expect(setup.status).toBe(200);
        const query = { api_key: setup.body.zapKey };
        const auth = await send('GET', '/automation/auth', { query });
        expect(auth).toMatchObject({ status: 200, body: { user: { email: 'agent-9@example.com' } } });
        const subscribed = await send('POST', '/automation/sendBuyerInfo/subscribe', {
          query: { ...query, web_url: receiver.url('/hooks/1') },
        });
        expect(subscribed.status).toBe(200);
        const buyerData = { city: PHOENIX, type: 'flipper' };
        const sent = await send('POST', '/automation/sendBuyerInfo/trigger', {
          body: { apiKey: query.api_key, buyerData },
        });
        expect(sent).toMatchObject({ status: 200, body: { errors: [] } });
        expect(receiver.calls).toMatchObject([{ method: 'POST', path: '/hooks/1', body: JSON.stringify(buyerData) }]);
        expect(receiver.calls[0]?.headers['webhook-signature']).toStartWith('v1,');
        const { users } = await platform().plat('automation', 'list');
        expect(users).toMatchObject([{ uid: 'agent-9' }]);
      },
      SLOW_MS,
    );
  });

  test('Plat serves the documentation and its scripts itself', async () => {
    const page = await send('GET', '/docs');
    const script = /src="([^"]+)"/.exec(page.body)?.[1] ?? '';
    expect((await send('GET', script)).body.length).toBeGreaterThan(1_000_000);
    const { body: document } = await send('GET', '/docs/json');
    expect(Object.keys(document.paths)).toContain('/v1/buyer-search');
  });
}
