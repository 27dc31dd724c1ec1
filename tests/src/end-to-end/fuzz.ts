import { afterAll, beforeAll, expect, test } from 'bun:test';
import { randomInt, randomUUID } from 'node:crypto';
import { type HttpMethod, PUBLIC_ENDPOINTS } from '@plat/contracts';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import fc from 'fast-check';
import { createJudge, type Document, type OddRequest, type Operation, TOO_FAST } from './judge-answer.ts';
import { type KnownValues, nearlyValid, oddBody, oddHeaders, oddQuery, valid } from './odd-requests.ts';
import type { EndToEndPlatform } from './platform.ts';

const CASES = Number(process.env.PLAT_FUZZ_CASES ?? 120);
const SEED = Number(process.env.PLAT_FUZZ_SEED ?? randomInt(2 ** 31));
const AT_ONCE = 4;
/** Enough cases for every endpoint to have successful ones. */
const CASES_THAT_REACH = 100;
const START_MS = 120_000;
/** Mean time of a case. On a busy machine a single case may take its whole deadline. */
const MS_PER_CASE = 500;
const PER_MINUTE = 100_000;
/** Automation keys have fixed limits; rotating them avoids 429 on every response. */
const CASES_PER_AUTOMATION_KEY = 30;
const MAX_SHOWN = 800;

/**
 * Sends requests generated from Plat's own OpenAPI document: valid, nearly valid and absurd ones. Each response
 * must be documented for its operation, reveal no internals, and not be an internal failure.
 * @param options `cases` per endpoint; `errors` logged by Plat so far, where the test can see them.
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

  // biome-ignore lint/suspicious/noExplicitAny: responses of every operation
  const call = async (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<any> => {
    const response = await fetch(`${platform().url}${path}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (response.ok) return response.json();
    const text = await response.text();
    if (text !== TOO_FAST) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    // The fuzzed requests may have hit the burst guard; the preparation must get through.
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
  /** Earlier cases may have deactivated the user, which would stop every later request early. */
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
    const buyers = await call('POST', '/v1/buyer-search', headers, { ...near, radius_miles: 10, explain: 'full' });
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
      buyer_id: buyers.slice(0, 20).map(({ explain }: { explain: { buyer_id: string } }) => explain.buyer_id),
      'search-id': [legacy.searchId],
      user_id: ['agent', 'agent', 'another'],
      subscription_id: [subscriptions.account],
      plan_id: ['fuzz'],
      // Only the receiver of this test may be called; `.invalid` names never resolve.
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

  /** Headers of callers, mostly authorized ones. */
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

  const judge = createJudge(
    () => platform().url,
    () => document,
  );
  const operations = PUBLIC_ENDPOINTS.map(({ operation, path, method }) => [operation, path, method] as const);
  test.each(operations)(
    '%s always answers as documented',
    async (operationId, path, method) => {
      const operation = document.paths[path]?.[method.toLowerCase()];
      if (operation === undefined) throw new Error(`${operationId} is not documented`);
      const statuses: Record<number, number> = {};
      await reactivate();
      for (let done = 0; done < cases; done += CASES_PER_AUTOMATION_KEY) {
        person = await automationKey();
        const numRuns = Math.min(CASES_PER_AUTOMATION_KEY, cases - done);
        const requests = fc.sample(requestsOf(path, method, operation), { numRuns, seed: SEED + done });
        const ask = async (request: OddRequest) => {
          const [problem, status] = await judge(operation, request);
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (problem !== null) throw new Error(`${problem}\nPLAT_FUZZ_SEED=${SEED}, in response to ${shown(request)}`);
        };
        for (let at = 0; at < requests.length; at += AT_ONCE)
          await Promise.all(requests.slice(at, at + AT_ONCE).map(ask));
      }
      // A fuzz run that never gets past the gateway would prove nothing.
      expect(Object.keys(statuses).length).toBeGreaterThan(1);
      if (cases >= CASES_THAT_REACH)
        expect([operationId, Object.keys(statuses)[0]! < '300']).toEqual([operationId, true]);
    },
    START_MS + cases * MS_PER_CASE,
  );

  test('no case caused an internal failure, and Plat keeps serving', async () => {
    expect(errors().slice(errorsBefore.length)).toEqual([]);
    expect((await fetch(`${platform().url}/health`)).status).toBe(200);
  });
}

const URL_FIELDS = ['webhook_url', 'deal_url', 'web_url', 'notifyUrl'];

/** Keeps what `fetch` can send: it rejects line ends and text outside Latin-1 before Plat sees it. */
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
