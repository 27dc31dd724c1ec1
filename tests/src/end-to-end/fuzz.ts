import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomInt, randomUUID } from 'node:crypto';
import { type HttpMethod, PUBLIC_ENDPOINTS } from '@plat/contracts';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { type KnownValues, nearlyValid, oddBody, oddHeaders, oddQuery, type Schema, valid } from './odd-requests.ts';
import type { EndToEndPlatform } from './platform.ts';

const CASES = Number(process.env.PLAT_FUZZ_CASES ?? 120);
const SEED = Number(process.env.PLAT_FUZZ_SEED ?? randomInt(2 ** 31));
const AT_ONCE = 4;
/** So many cases hold some that succeed, for every endpoint. */
const CASES_THAT_REACH = 100;
const START_MS = 120_000;
/** A case may take as long as its deadline on a busy machine, but never all of them. */
const MS_PER_CASE = 500;
const PER_MINUTE = 100_000;
/** Of an automation key, whose limits are fixed, so that not every answer is 429. */
const CASES_PER_AUTOMATION_KEY = 30;
const OURS = /^5\d\d$/;
const TOLD = new Set([502, 504]);
/** Of the door, to a caller who sends more than anybody would. */
const TOO_FAST = 'Too many requests\n';
const MAX_HEAD = 15_000;
const HEAD_TOO_LARGE = 'The headers or the address of the request are too long';
const MAX_SHOWN = 800;

/** What no caller may read: code, its files, its libraries, statements and messages of the database, the network. */
const LEAKS = [
  /\bat [^"\n]{1,200}:\d+:\d+/,
  /node_modules|\/services\/|\/packages\/|\/src\/|\.(?:ts|js):\d|bun:|file:\/\//,
  /\b(?:Type|Syntax|Range|Reference|Postgres|Assertion|Unhandled)\w*Error\b/,
  /\bselect\b[^"]{1,200}\bfrom\b|\binsert into\b|\bupdate \w+ set\b|relation \\"|column \\"|invalid input syntax/i,
  /syntax error at|violates \w+[\w ]* constraint|SQLSTATE|invalid byte sequence|deadlock detected|permission denied/i,
  /ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|\.internal\b|postgres:\/\/|redis:\/\//,
  /undefined is not|Cannot read prop|is not a function|is not an object/,
];

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
  'x-aliases'?: string[];
  'x-methods'?: string[];
  'x-dry-run'?: Schema;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface OddRequest {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

/**
 * Requests that were made from the OpenAPI document that Plat itself serves: right, nearly right and absurd ones. Each
 * answer must be one that the document lists for that operation, tell nothing of what is inside, and be no failure.
 * @param options `cases` per endpoint; `errors` that Plat logged so far, where the test can see that.
 */
export function fuzzEveryEndpoint(
  platform: () => EndToEndPlatform,
  { cases = CASES, errors = () => [] }: { cases?: number; errors?: () => readonly string[] } = {},
): void {
  let document: Document;
  let receiver: TestReceiver;
  let known: Record<string, unknown[]>;
  const keys: Record<string, string> = {};
  let automationKeys = 0;
  let errorsBefore: readonly string[] = [];

  // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
  const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<any> => {
    const response = await fetch(`${platform().url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return response.json();
    const text = await response.text();
    if (text !== TOO_FAST) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    // The requests that were made up came too fast for the door; what prepares the next ones has to get through.
    await Bun.sleep(Number(response.headers.get('retry-after')) * 1_000);
    return call(method, path, headers, body);
  };
  const automationKey = async () => {
    const uid = `fuzz-${++automationKeys}-${randomUUID()}`;
    const authorization = `Bearer ${await platform().idToken(uid, `${automationKeys}@example.com`)}`;
    const { zapKey } = await call('POST', '/automation/setup', { authorization }, { uid });
    const hook = new URLSearchParams({ api_key: zapKey, web_url: receiver.url('/fuzz') });
    await call('POST', `/automation/sendBuyerInfo/subscribe?${hook}`, {});
    return { uid, authorization, zapKey: zapKey as string };
  };

  const subscriptions: Record<string, string> = {};
  /** What the requests before may have ended: a user who is inactive would keep every request from reaching its end. */
  const reactivate = async () => {
    for (const [name, subscription_id] of Object.entries(subscriptions)) {
      const headers = { 'x-api-key': keys[name]! };
      await call('PATCH', '/v1/api-users', headers, { user_id: 'agent', active: true });
      await call('PATCH', '/v1/api-user-subscriptions', headers, { subscription_id, active: true });
    }
  };

  beforeAll(async () => {
    errorsBefore = errors();
    console.log(`fuzzing every endpoint: PLAT_FUZZ_SEED=${SEED} PLAT_FUZZ_CASES=${cases}`);
    receiver = await startTestReceiver({ insecure: true, names: ['127.0.0.1'] });
    const { plat, url } = platform();
    document = (await (await fetch(`${url}/docs/json`)).json()) as Document;
    await plat(
      ...['plan', 'create', 'fuzz', '--name', 'Fuzz', '--price', '1', '--buyer-search', '1000000'],
      ...['--autocomplete', '1000000', '--analytics-search', '1000000', '--investor-comps', '1000000'],
      ...['--linked-deals', '1000000', '--retail-comps', '1000000'],
    );
    for (const [name, kind] of [
      ['data', 'enterprise'],
      ['account', 'enterprise'],
      ['subscriber', 'subscriber'],
      ['legacy_search', 'legacy_search'],
    ] as const) {
      const plan = kind === 'enterprise' ? ['--plan', 'fuzz'] : [];
      const words = ['key', 'create', '--kind', kind, '--name', `fuzz ${name}`, '--rate-limit', String(PER_MINUTE)];
      keys[name] = (await plat(...words, ...plan)).key;
    }
    for (const name of ['data', 'account']) {
      const headers = { 'x-api-key': keys[name]! };
      await call('POST', '/v1/api-users', headers, { user_id: 'agent' });
      const subscribed = await call('POST', '/v1/api-user-subscriptions', headers, {
        user_id: 'agent',
        plan_id: 'fuzz',
      });
      subscriptions[name] = subscribed.id;
    }
    const headers = { 'x-api-key': keys.subscriber! };
    const [place] = await call('POST', '/v1/autocomplete', headers, { search_string: 'Phoenix' });
    const near = { latitude: place.latitude, longitude: place.longitude };
    const buyers = await call('POST', '/v1/buyer-search', headers, { ...near, radius_miles: 10 });
    const hook = receiver.url('/fuzz');
    const begun = await call('POST', '/v1/buyer-search', headers, { ...near, async: true, webhook_url: hook });
    const legacy = await call(
      'POST',
      '/v1/search',
      { 'x-api-key': keys.legacy_search! },
      { address: buyers[0].address, userId: 'label' },
    );
    known = {
      address: buyers.slice(0, 20).map(({ address }: { address: string }) => address),
      latitude: [place.latitude, place.latitude + 0.01],
      longitude: [place.longitude, place.longitude - 0.01],
      search_string: ['Phoenix', buyers[0].address.slice(0, 8), buyers[0].buyer_entity_name],
      search_state: ['AZ', 'az', null],
      search_id: [begun.search_id],
      'search-id': [legacy.searchId],
      user_id: ['agent', 'agent', 'another'],
      subscription_id: [subscriptions.account],
      plan_id: ['fuzz'],
      // Nothing may be called but the receiver of this test; `.invalid` is a name that never resolves.
      ...Object.fromEntries(
        URL_FIELDS.map((name) => [name, [hook, 'https://hooks.invalid/1', 'http://[::1', 'ftp://x']]),
      ),
    };
    await until(async () => {
      const { deliveries } = await call('GET', '/v1/webhook-deliveries', headers);
      known.delivery_id = deliveries.map(({ delivery_id }: { delivery_id: string }) => delivery_id);
      return deliveries.length > 0;
    });
  }, START_MS);
  afterAll(() => receiver?.close());

  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await Bun.sleep(100);
  };

  /** Who asks: mostly somebody who may. */
  const callersOf = (operationId: string): Record<string, string>[] => {
    const { policy, service, request } = PUBLIC_ENDPOINTS.find(({ operation }) => operation === operationId)!;
    const stranger: Record<string, string>[] = [{}, { 'x-api-key': 'plat_sub_live_0' }, { 'x-api-key': '\u00ff' }];
    if (service === 'automation') return request.headers?.authorization === undefined ? [{}] : [{}, ...setupHeaders()];
    const agent = { 'x-api-key': keys.data!, 'x-user-id': 'agent' };
    const account = { 'x-api-key': keys.account! };
    const allowed = policy.keyKinds.flatMap((kind) => {
      if (kind !== 'enterprise') return [{ 'x-api-key': keys[kind]! }];
      return policy.missingUserStatus === null ? [account] : [agent, agent, { ...agent, 'x-user-id': 'nobody' }];
    });
    return [...allowed, ...allowed, ...allowed, ...stranger];
  };
  let person: Awaited<ReturnType<typeof automationKey>>;
  const setupHeaders = () => [{ authorization: person.authorization }, { authorization: 'Bearer a.b.c' }];
  const ofPerson = () => ({
    uid: [person.uid],
    api_key: [person.zapKey],
    apiKey: [person.zapKey],
  });

  const requestsOf = (path: string, method: HttpMethod, operation: Operation): fc.Arbitrary<OddRequest> => {
    const schemas = document.components.schemas;
    const values: KnownValues = { ...known, ...ofPerson() };
    const inQuery = (operation.parameters ?? []).filter((one) => one.in === 'query');
    const inHeader = (operation.parameters ?? []).filter((one) => one.in === 'header');
    const query = fc.oneof(
      {
        weight: 3,
        arbitrary: valid(
          {
            type: 'object',
            properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
            required: inQuery.filter(({ required }) => required).map(({ name }) => name),
          },
          schemas,
          values,
        ).map((parameters) =>
          Object.entries(parameters as Record<string, unknown>)
            .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
            .join('&'),
        ),
      },
      oddQuery(inQuery.map(({ name }) => name)),
    );
    const asText = (body: unknown) => new TextEncoder().encode(JSON.stringify(body));
    const schema = operation.requestBody?.content['application/json'].schema;
    const right = schema === undefined ? fc.constant({}) : valid(schema, schemas, values);
    const body =
      schema === undefined
        ? fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, oddBody)
        : fc.oneof(
            { weight: 4, arbitrary: right.map(asText) },
            { weight: 8, arbitrary: nearlyValid(right).map(asText) },
            { weight: 2, arbitrary: oddBody },
          );
    const named = valid(
      {
        type: 'object',
        properties: Object.fromEntries(inHeader.map(({ name, schema: one }) => [name, one])),
        required: inHeader.filter(({ required }) => required).map(({ name }) => name),
      },
      schemas,
      values,
    ) as fc.Arbitrary<Record<string, string>>;
    return fc
      .record({
        method: fc.constantFrom(method, method, ...(operation['x-methods'] ?? [])),
        path: fc.constantFrom(path, path, path, ...(operation['x-aliases'] ?? [])),
        query,
        body,
        named,
        caller: fc.constantFrom(...callersOf(operation.operationId)),
        strange: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, oddHeaders),
      })
      .map(({ named: own, caller, strange, body: sent, ...rest }) => ({
        ...rest,
        body: rest.method === 'GET' ? null : sent,
        headers: sendable({
          ...(sent === null ? {} : { 'content-type': 'application/json' }),
          ...own,
          ...caller,
          ...strange,
        }),
      }));
  };

  const ajv = new Ajv2020({ strict: false, allErrors: false });
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (name: string, schema: Schema): ValidateFunction => {
    const made = validators.get(name) ?? ajv.compile({ ...schema, components: document.components });
    validators.set(name, made);
    return made;
  };
  const problemOf = (operation: Operation, request: OddRequest, status: number, text: string): string | null => {
    const { operationId, responses, 'x-dry-run': dryRun } = operation;
    const schema = responses[status]?.content?.['application/json']?.schema;
    if (schema === undefined) return `status ${status} is not in the document`;
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return 'the body is no JSON';
    }
    const right = validatorOf(`${operationId} ${status}`, schema);
    const isDryRun = Object.entries(request.headers).some(
      ([name, value]) => /^x-dry-run$/i.test(name) && value === 'true',
    );
    if (isDryRun && dryRun !== undefined && validatorOf(`${operationId} dry run`, dryRun)(body)) return null;
    return right(body) ? null : `the body is not as documented: ${ajv.errorsText(right.errors)}`;
  };

  /** @returns what is wrong with the answer to a request, or null, and its status. */
  const judge = async (operation: Operation, request: OddRequest): Promise<[string | null, number]> => {
    const { method, path, query, headers, body } = request;
    const target = `${platform().url}${path}${query === '' ? '' : `?${query}`}`;
    const response = await fetch(target, { method, headers, ...(body === null ? {} : { body }), redirect: 'manual' });
    const text = await response.text();
    const { status } = response;
    if (OURS.test(String(status)) && !TOLD.has(status)) return [`a failure of ours: ${text}`, status];
    // Plat sees no head that is too large: Bun says so in one way, the proxy in another.
    const isHeadLarge = JSON.stringify(request.headers).length + target.length > MAX_HEAD;
    if (isHeadLarge && ((status === 431 && text === '') || (status === 400 && text.includes(HEAD_TOO_LARGE))))
      return [null, status];
    const told = `${text}\n${[...response.headers].join('\n')}`;
    const leak = LEAKS.find((one) => one.test(status === 200 ? withoutTexts(text) : told));
    if (leak !== undefined) return [`it tells what is inside (${leak}): ${text.slice(0, 500)}`, status];
    // Documented for bursts, such as of keys that do not exist.
    if (status === 429 && text === TOO_FAST) return [null, status];
    if (!response.headers.has('x-request-id')) return ['it has no request id', status];
    const problem = problemOf(operation, request, status, text);
    return [problem === null ? null : `${problem}: ${text.slice(0, 500)}`, status];
  };

  const operations = PUBLIC_ENDPOINTS.map(({ operation, path, method }) => [operation, path, method] as const);
  test.each(operations)(
    '%s answers anything as the document says',
    async (operationId, path, method) => {
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (operation === undefined) throw new Error(`${operationId} is not in the document`);
      const statuses: Record<number, number> = {};
      await reactivate();
      for (let done = 0; done < cases; done += CASES_PER_AUTOMATION_KEY) {
        person = await automationKey();
        const numRuns = Math.min(CASES_PER_AUTOMATION_KEY, cases - done);
        const requests = fc.sample(requestsOf(path, method, operation), { numRuns, seed: SEED + done });
        const ask = async (request: OddRequest) => {
          const [problem, status] = await judge(operation, request);
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (problem !== null) throw new Error(`${problem}\nPLAT_FUZZ_SEED=${SEED}, answered to ${shown(request)}`);
        };
        for (let at = 0; at < requests.length; at += AT_ONCE)
          await Promise.all(requests.slice(at, at + AT_ONCE).map(ask));
      }
      // A fuzz run that never gets past the door would prove nothing.
      expect(Object.keys(statuses).length).toBeGreaterThan(1);
      if (cases >= CASES_THAT_REACH)
        expect([operationId, Object.keys(statuses)[0]! < '300']).toEqual([operationId, true]);
    },
    START_MS + cases * MS_PER_CASE,
  );

  test('nothing of that was a failure inside, and Plat goes on', async () => {
    expect(errors().slice(errorsBefore.length)).toEqual([]);
    expect((await fetch(`${platform().url}/health`)).status).toBe(200);
  });
}

const URL_FIELDS = ['webhook_url', 'deal_url', 'web_url', 'notifyUrl'];

/** Names, addresses and the like may read as they like; what surrounds them may not. */
const withoutTexts = (json: string): string => json.replace(/"(?:[^"\\]|\\.)*"/g, '""');

/** What `fetch` sends: it refuses line ends and what is not Latin-1 before Plat sees it. */
const sendable = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      String(value)
        .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
        .trim(),
    ]),
  );

const shown = ({ body, ...rest }: OddRequest): string =>
  `${JSON.stringify(rest).slice(0, MAX_SHOWN)} ${body === null ? '' : new TextDecoder().decode(body).slice(0, MAX_SHOWN)}`;
