/** Sends every documented request as written to a Plat with the documented market. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import {
  type AnyEndpoint,
  buyerSearch,
  clientExample,
  codeSamplesOf,
  curlExample,
  EXAMPLE_IDS,
  exampleAnswerOf,
  offersDryRun,
  PUBLIC_ENDPOINTS,
} from '@plat/contracts';
import { adminFlow } from './admin-flow.fixture.ts';
import { PlatClient } from './client.ts';
import { differingPictures, readmeOutput, readmeSearches, runSearch } from './readme.fixture.ts';
import { type RunningPlat, runningPlat } from './running-plat.fixture.ts';

const START_MS = 240_000;
const ANSWERS_FILE = new URL('../../contracts/src/openapi/example-answers.json', import.meta.url);
const LONGEST_LIST = 2;
const hasCurl = Bun.which('curl') !== null;
const PLAN = [
  ...['--name', 'Starter', '--price', '49', '--buyer-search', '25', '--analytics-search', '100'],
  ...['--autocomplete', '10000', '--retail-comps', '100', '--investor-comps', '100', '--linked-deals', '100'],
];
/** Documented responses show this instead of real secrets. */
const SHOWN_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** Earlier operations create what later ones need. */
const ORDER = [
  ...['automationSetup', 'automationAuth', 'subscribeWebhook', 'listSubscriptions'],
  ...['exampleBuyers', 'triggerWebhooks', 'unsubscribeWebhook'],
  ...['apiCredentials', 'createApiUser', 'createApiUserSubscription', 'updateApiUserSubscription'],
  ...['getApiUser', 'listApiUsers', 'updateApiUser'],
];

const ADDRESS = (buyerSearch.example as { address: string }).address;

// biome-ignore lint/suspicious/noExplicitAny: answers of every operation
type Any = any;

let plat: RunningPlat;
let idToken: string;
/** Available operations, in an order in which each finds what it needs. */
let served: AnyEndpoint[];

beforeAll(async () => {
  plat = await runningPlat();
  idToken = (await plat.plat('token', '--uid', 'user-1042', '--email', 'agent@example.com')).token;
  await plat.plat('plan', 'create', 'plan_starter', ...PLAN);
  const document = (await (await fetch(`${plat.url}/docs/json`)).json()) as Any;
  const place = ({ operation }: AnyEndpoint) => ORDER.indexOf(operation);
  served = PUBLIC_ENDPOINTS.filter(({ path, method }) => document.paths[path]?.[method.toLowerCase()] !== undefined);
  const ordered = served.filter((one) => place(one) !== -1).sort((one, other) => place(one) - place(other));
  served = [...served.filter((one) => place(one) === -1), ...ordered];
}, START_MS);
afterAll(() => plat.stop(), START_MS);

/** State of one round of all requests: its own keys, and the actual value of each documented id. */
interface Round {
  keyOf(endpoint: AnyEndpoint): string;
  ids: Record<keyof typeof EXAMPLE_IDS, string>;
}

async function newRound(name: string): Promise<Round> {
  const key = async (...words: string[]) =>
    (await plat.plat('key', 'create', '--name', name, '--test', ...words)).key as string;
  const own = await key('--kind', 'subscriber', '--rate-limit', '10000', '--company', `${name} Data`);
  const enterprise = await key('--kind', 'enterprise', '--plan', 'plan_starter', '--company', `${name} Enterprise`);
  const earlier = await key('--kind', 'legacy_search', '--company', `${name} Earlier`);
  return {
    keyOf: ({ policy: { keyKinds } }) =>
      keyKinds.length !== 1 ? own : keyKinds[0] === 'legacy_search' ? earlier : enterprise,
    ids: { ...EXAMPLE_IDS, webUrl: 'https://127.0.0.1:9/catch/1' },
  };
}

/** Replaces the documented ids of a sample by those of the round. */
const withIds = (sample: string, { ids }: Round): string =>
  Object.entries(EXAMPLE_IDS).reduce((text, [name, shown]) => {
    const real = ids[name as keyof typeof EXAMPLE_IDS];
    return text.replaceAll(shown, real).replaceAll(encodeURIComponent(shown), encodeURIComponent(real));
  }, sample);

interface SampleResult {
  status: number;
  body: Any;
}

/** Runs a shell sample as a reader would: pasted, with the variables set. */
async function pasted(sample: string, key: string): Promise<SampleResult> {
  const script = sample.replace('curl -s', "curl -s -w '\\n%{http_code}'");
  const shell = Bun.spawn(['sh', '-c', script], {
    env: { PATH: process.env.PATH, PLAT_URL: plat.url, PLAT_KEY: key, PLAT_ID_TOKEN: idToken },
    stdout: 'pipe',
  });
  const said = await new Response(shell.stdout).text();
  const end = said.lastIndexOf('\n');
  return { status: Number(said.slice(end + 1)), body: JSON.parse(said.slice(0, end)) };
}

/** Runs a client sample, with this client in place of the import. */
async function compiled(sample: string, key: string): Promise<Any> {
  const env = { PLAT_URL: plat.url, PLAT_KEY: key, PLAT_ID_TOKEN: idToken };
  const source = new Bun.Transpiler({ loader: 'ts' }).transformSync(sample.replace(/^import .*$/m, ''));
  const AsyncFunction = (async () => {}).constructor as new (...words: string[]) => (...given: Any[]) => Promise<Any>;
  return new AsyncFunction('PlatClient', 'process', `${source}; return answer;`)(PlatClient, { env });
}

/** Waits for background work that the operation reads. */
async function prepare(endpoint: AnyEndpoint, round: Round): Promise<void> {
  const { operation } = endpoint;
  const client = new PlatClient({ baseUrl: plat.url, apiKey: round.keyOf(endpoint) });
  if (operation === 'buyerSearchResults') {
    const { search_id } = await client.buyerSearch({ address: ADDRESS, async: true, limit: LONGEST_LIST });
    expect((await client.waitForBuyers(search_id)).length).toBeGreaterThan(0);
    round.ids.searchId = search_id;
  }
  if (operation === 'webhookDeliveries') {
    await client.buyerSearch({ address: ADDRESS, webhook_url: round.ids.webUrl });
    for (;;) {
      const [delivery] = (await client.webhookDeliveries()).deliveries;
      if (delivery !== undefined) round.ids.deliveryId = delivery.delivery_id;
      if (delivery !== undefined && delivery.attempts.length > 0) return;
      await Bun.sleep(100);
    }
  }
  if (operation === 'legacyResults') {
    for (;;) {
      const found = await client.legacyResults({ 'search-id': round.ids.legacySearchId }).catch((error) => error);
      if (found.code !== 'SEARCH_NOT_COMPLETED') return;
      await Bun.sleep(100);
    }
  }
}

function learn({ operation }: AnyEndpoint, answer: Any, { ids }: Round): void {
  if (operation === 'createApiUserSubscription') ids.subscriptionId = answer.id;
  if (operation === 'automationSetup') ids.automationKey = answer.zapKey;
  if (operation === 'legacySearch') ids.legacySearchId = answer.searchId;
}

/** The response as documents show it: shortened lists, with ids and secrets replaced. */
function shown(told: SampleResult, { ids }: Round): SampleResult {
  const short = (value: Any): Any => {
    if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(short);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, short(inner)]));
  };
  const text = Object.entries(EXAMPLE_IDS).reduce(
    (all, [name, id]) => all.replaceAll(ids[name as keyof typeof EXAMPLE_IDS], id),
    JSON.stringify(told),
  );
  return short(JSON.parse(text.replace(/whsec_[A-Za-z0-9+/=]+/g, SHOWN_SECRET)));
}

/** Types of the values in a response, which stay the same while days and ids change. */
function shapeOf(value: Any): Any {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, shapeOf(inner)]),
  );
}

describe('of every available operation', () => {
  test.skipIf(!hasCurl)(
    'the curl line works when pasted, and gives the documented status and kind of response',
    async () => {
      const round = await newRound('Acme');
      const recorded: Record<string, SampleResult> = {};
      for (const endpoint of served) {
        const { operation } = endpoint;
        await prepare(endpoint, round);
        const told = await pasted(withIds(curlExample(endpoint), round), round.keyOf(endpoint));
        const documented = Object.keys(endpoint.responses).map(Number);
        expect([operation, told.status, told.body?.error ?? null]).toEqual([operation, documented[0]!, null]);
        learn(endpoint, told.body, round);
        recorded[operation] = shown(told, round);
      }
      if (process.env.PLAT_RECORD_EXAMPLES === 'true') {
        writeFileSync(ANSWERS_FILE, `${JSON.stringify(recorded, null, 2)}\n`);
        return;
      }
      for (const endpoint of served) {
        const told = recorded[endpoint.operation]!;
        const documented = exampleAnswerOf(endpoint);
        expect([endpoint.operation, documented?.status]).toEqual([endpoint.operation, told.status]);
        expect(shapeOf(told.body)).toEqual(shapeOf(documented?.body));
      }
    },
    START_MS,
  );

  test(
    'the client sample works as written',
    async () => {
      const round = await newRound('Second');
      for (const endpoint of served) {
        await prepare(endpoint, round);
        const answer = await compiled(withIds(clientExample(endpoint), round), round.keyOf(endpoint));
        expect([endpoint.operation, typeof answer]).toEqual([endpoint.operation, 'object']);
        learn(endpoint, answer, round);
      }
    },
    START_MS,
  );

  test.skipIf(!hasCurl)(
    'the dry run returns a cost',
    async () => {
      const round = await newRound('Third');
      for (const endpoint of served.filter(offersDryRun)) {
        if (endpoint.operation === 'legacyResults') continue;
        const sample = codeSamplesOf(endpoint).find(({ label }) => label.includes('dry run'))!;
        const { status, body } = await pasted(withIds(sample.source, round), round.keyOf(endpoint));
        expect([endpoint.operation, status, typeof body.would_count]).toEqual([endpoint.operation, 200, 'boolean']);
      }
    },
    START_MS,
  );
});

describe('the client', () => {
  test('returns the same from a background search as from a direct one, and reports its limits', async () => {
    const client = new PlatClient({ baseUrl: plat.url, apiKey: plat.demoKey });
    const atOnce = await client.buyerSearch({ address: ADDRESS });
    expect(atOnce.length).toBeGreaterThan(20);
    expect(client.limits.minute?.limit).toBe(120);
    expect(await client.searchBuyersAndWait({ address: ADDRESS })).toEqual(atOnce);
  });

  test('distinguishes refusals of the API by their codes', async () => {
    const client = new PlatClient({ baseUrl: plat.url, apiKey: plat.demoKey });
    const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => error);
    expect(await failureOf(client.buyerSearch({ address: '1 Nowhere St, Phoenix, AZ 85019' }))).toMatchObject({
      kind: 'api',
      status: 404,
      code: 'ADDRESS_NOT_FOUND',
      requestId: expect.any(String),
    });
    expect(await failureOf(client.buyerSearch({ address: ADDRESS, radius_miles: 11 }))).toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      fields: [{ field: 'radius_miles', problem: expect.any(String) }],
    });
    const stranger = new PlatClient({ baseUrl: plat.url, apiKey: 'plat_sub_nobody' });
    expect(await failureOf(stranger.usage())).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
  });

  test('counts a search once, however often it is sent under its idempotency key', async () => {
    // A live key reads only imported records, and there are none here. A place without deals counts too.
    const made = await plat.plat('key', 'create', '--name', 'Counted', '--kind', 'subscriber');
    const client = new PlatClient({ baseUrl: plat.url, apiKey: made.key });
    const place = { latitude: 33.513026, longitude: -112.137713 };
    const first = await client.buyerSearch(place, {}, { idempotencyKey: 'search 1' });
    const again = await client.buyerSearch(place, {}, { idempotencyKey: 'search 1' });
    expect([first, again]).toEqual([[], []]);
    const { endpoints } = await client.usage();
    expect(endpoints.find(({ endpoint }) => endpoint === 'buyer_search')?.used).toBe(1);
  });

  test('reports a minute limit at once when the wait is longer than the timeout', async () => {
    const terms = ['--kind', 'subscriber', '--test', '--rate-limit', '1'];
    const made = await plat.plat('key', 'create', '--name', 'Slow', ...terms);
    const client = new PlatClient({ baseUrl: plat.url, apiKey: made.key, timeoutMs: 20_000 });
    await client.autocomplete({ search_string: 'Phoenix' });
    const refused = await client.autocomplete({ search_string: 'Phoenix' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfterMs: expect.any(Number) });
    expect(client.limits.minute).toEqual({ limit: 1, remaining: 0 });
  });
});

describe('README', () => {
  test('its searches print the buyers that it names', async () => {
    const { sh, python, ts } = readmeSearches();
    expect(await runSearch('ts', ts, plat)).toBe(readmeOutput());
    if (Bun.which('python3') !== null) expect(await runSearch('python', python, plat)).toBe(readmeOutput());
    if (!hasCurl) return;
    const buyers = JSON.parse(await runSearch('sh', sh, plat)) as Record<string, unknown>[];
    const lines = buyers.map((buyer) => `${buyer.smart_match_rank} ${buyer.buyer_entity_name} ${buyer.buyer_type}\n`);
    expect(lines.join('')).toBe(readmeOutput());
  });

  test.skipIf(Bun.which('chromium') === null)(
    'its pictures and those of the guides show the console as it is',
    async () => expect(await differingPictures(plat)).toBe(''),
    START_MS,
  );
});

test('the typed client of the operator API works as documented', () => adminFlow(plat));
