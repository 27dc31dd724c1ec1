import { afterAll, expect, test } from 'bun:test';
import type { PostmanCollection } from '@plat/contracts';
import { SERVICES, SUBSCRIBER_KEY, startTestGateway } from './gateway.fixture.ts';

interface Pair {
  key: string;
  value: string;
  disabled?: boolean;
}
interface Item {
  name: string;
  request: {
    method: string;
    header: Pair[];
    auth?: { type: string };
    url: { raw: string; host: string[]; path: string[]; query?: Pair[] };
    body?: { raw: string };
  };
}

const gateway = startTestGateway({ demoKey: () => SUBSCRIBER_KEY, services: [...SERVICES, 'automation'] });
afterAll(() => gateway.close());

const collectionOf = async (headers = {}): Promise<PostmanCollection> =>
  (await (await gateway.send('/postman.json', { headers })).json()) as PostmanCollection;
const itemsOf = (collection: PostmanCollection): Item[] => collection.item.flatMap(({ item }) => item as Item[]);

/** Sends a request like Postman: with variables resolved, and with the key unless the request overrides it. */
function send({ request }: Item, variables: Map<string, string>): Promise<Response> {
  const filled = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) ?? `?${name}`);
  const headers = request.header
    .filter(({ disabled }) => disabled !== true)
    .map(({ key, value }) => [key, filled(value)]);
  if (request.auth?.type !== 'noauth') headers.push(['x-api-key', variables.get('apiKey') ?? '']);
  return fetch(filled(request.url.raw), {
    method: request.method,
    headers: Object.fromEntries(headers),
    ...(request.body === undefined ? {} : { body: filled(request.body.raw) }),
  });
}

test('the gateway accepts every request of the Postman collection', async () => {
  gateway.set(SUBSCRIBER_KEY, { rate_limit: 1_000 });
  const collection = await collectionOf();
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  expect([variables.get('baseUrl'), variables.get('apiKey')]).toEqual([gateway.server.url, SUBSCRIBER_KEY]);
  // biome-ignore lint/suspicious/noExplicitAny: the test walks a JSON document
  const document = (await (await gateway.send('/docs/json')).json()) as any;
  const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const items = itemsOf(collection);
  expect(items.map(({ request: { method, url } }) => `${method} /${url.path.join('/')}`).sort()).toEqual(
    operations.sort(),
  );
  for (const item of items) {
    const response = await send(item, variables);
    const body = (await response.json()) as { code?: string } | null;
    // The services are fakes; this test only checks that the gateway forwards the request.
    const refusals = ['API_KEY_REQUIRED', 'INVALID_API_KEY', 'VALIDATION_ERROR'];
    expect({ name: item.name, code: refusals.find((code) => code === body?.code) }).toEqual({
      name: item.name,
      code: undefined,
    });
  }
});

test('the Postman collection imports with one version, no undefined variables and no public key', async () => {
  const collection = await collectionOf();
  expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
  const names = collection.variable.map(({ key }) => key);
  for (const [, name = ''] of JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)) expect(names).toContain(name);
  const outside = startTestGateway({ demoKey: () => SUBSCRIBER_KEY, trustedProxies: ['127.0.0.1'] });
  const response = await outside.send('/postman.json', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(await response.text()).not.toContain(SUBSCRIBER_KEY);
  await outside.close();
});
