import { beforeAll, describe, expect, test } from 'bun:test';
import { createServiceApp, DEADLINE_HEADER, MAX_BODY_BYTES, MAX_INTERNAL_BODY_BYTES } from './index.ts';
import { app, lines, log, principal, tokens } from './service-under-test.fixture.ts';

let token = '';
beforeAll(async () => {
  token = await tokens.sign(principal, 'geo');
});

const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  app.handle(
    new Request(`http://geo.internal${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    }),
  );
const post = (body: unknown, headers: Record<string, string> = {}) =>
  send('/internal/echo', { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });

const postPublic = (characters: number) =>
  send('/v1/echo', { method: 'POST', body: JSON.stringify({ text: 'x'.repeat(characters) }) });

describe('an operation answers', () => {
  test('a body between services above the limit for callers', async () => {
    expect((await post({ text: 'x'.repeat(MAX_BODY_BYTES) })).status).toBe(200);
    expect((await postPublic(MAX_BODY_BYTES - 100)).status).toBe(200);
  });
  test('200 with the body that its handler returns, and echoes a valid request id', async () => {
    const response = await post({ text: 'hi' }, { 'x-request-id': 'abc-123' });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ text: 'hi' });
    expect(response.headers.get('x-request-id')).toBe('abc-123');
  });
  test('an invalid request id with a new one', async () => {
    const id = (await post({ text: 'hi' }, { 'x-request-id': 'a b<script>' })).headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });
  test('with the status and headers of a Reply', async () => {
    const response = await post({ text: 'created' });
    expect([response.status, response.headers.get('x-extra')]).toEqual([201, 'yes']);
  });
  test('null as the literal null', async () => {
    expect(await (await send('/internal/lookup?id=none')).text()).toBe('null');
  });
});

describe('an operation refuses', () => {
  const refused: [string, () => Promise<Response>, number, string, string][] = [
    ['bad JSON', () => post('{"text":'), 400, 'INVALID_REQUEST_BODY', 'Invalid request body'],
    ['an empty body', () => post(''), 400, 'INVALID_REQUEST_BODY', 'Invalid request body'],
    ['an array', () => post([]), 400, 'INVALID_REQUEST_BODY', 'Invalid request body'],
    ['null', () => post('null'), 400, 'INVALID_REQUEST_BODY', 'Invalid request body'],
    ['a public body over 256 KB', () => postPublic(MAX_BODY_BYTES), 400, 'INVALID_REQUEST_BODY', 'Invalid'],
    [
      'an internal body over 8 MB',
      () => post({ text: 'x'.repeat(MAX_INTERNAL_BODY_BYTES) }),
      ...([400, 'INVALID_REQUEST_BODY', 'Invalid'] as const),
    ],
    ['another media type', () => post('{}', { 'content-type': 'text/xml' }), 400, 'INVALID_REQUEST_BODY', 'Invalid'],
    ['a missing field', () => post({}), 400, 'VALIDATION_ERROR', 'text is required'],
    ['a wrong type', () => post({ text: 5 }), 400, 'VALIDATION_ERROR', 'text must be a string'],
    ['a missing parameter', () => send('/internal/lookup'), 400, 'VALIDATION_ERROR', 'id is required'],
    ['a domain error', () => post({ text: 'domain' }), 404, 'ADDRESS_NOT_FOUND', 'No such address'],
    ['a forged token', () => post({ text: 'a' }, { authorization: 'Bearer x.y.z' }), 401, 'INVALID_API_KEY', 'A valid'],
    ['no token', () => post({ text: 'a' }, { authorization: '' }), 401, 'INVALID_API_KEY', 'A valid'],
    ['an unknown path', () => send('/internal/nothing'), 404, 'NOT_FOUND', 'There is no such endpoint'],
    ['a wrong method', () => send('/internal/echo', { method: 'DELETE' }), 405, 'METHOD_NOT_ALLOWED', 'This endpoint'],
    ['a crash', () => post({ text: 'crash' }), 500, 'INTERNAL', 'Internal error'],
    ['a response that breaks its contract', () => post({ text: 'broken' }), 500, 'INTERNAL', 'Internal error'],
    ['a passed deadline', () => post({ text: 'a' }, { [DEADLINE_HEADER]: '1000' }), 504, 'TIMEOUT', 'The request took'],
    [
      'work that exceeds the deadline',
      () => post({ text: 'slow' }, { [DEADLINE_HEADER]: String(Date.now() + 50) }),
      504,
      'TIMEOUT',
      'The request took',
    ],
  ];
  for (const [name, request, status, code, sentence] of refused) {
    test(`${name} with ${status} ${code}`, async () => {
      const response = await request();
      const body = (await response.json()) as { error: string; code: string };
      expect([response.status, body.code]).toEqual([status, code]);
      expect(body.error).toStartWith(sentence);
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('x-request-id')).not.toBeNull();
    });
  }
  test('a wrong method naming the right one in Allow', async () => {
    expect((await send('/internal/echo', { method: 'DELETE' })).headers.get('allow')).toBe('POST');
  });
  test('a token that was meant for another service', async () => {
    const foreign = await tokens.sign(principal, 'accounts');
    expect((await post({ text: 'a' }, { authorization: `Bearer ${foreign}` })).status).toBe(401);
  });
  test('a multi-byte body cut into chunks only when it is too large', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ text: 'é'.repeat(3) }));
    const chunks = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const response = await send('/internal/echo', { method: 'POST', body: chunks });
    expect(await response.json()).toEqual({ text: 'ééé' });
  });
});

test('one line per request with its route, status, duration and key, never its body', async () => {
  lines.length = 0;
  await post({ text: 'confidential words' });
  expect(lines).toHaveLength(1);
  const line = JSON.parse(lines[0]!);
  expect(line).toMatchObject({ service: 'geo', method: 'POST', route: '/internal/echo', status: 200, keyId: 'key-1' });
  expect(line.durationMs).toBeNumber();
  expect(lines[0]).not.toContain('confidential');
});

test('the detail of a crash stays in the log', async () => {
  lines.length = 0;
  const text = await (await post({ text: 'crash' })).text();
  expect(text).toBe('{"error":"Internal error","code":"INTERNAL"}');
  expect(lines.join()).toContain('in table users');
  expect(lines.join()).not.toContain('hunter2');
});

test('counts errors by code, and by limit where refusals share the code', async () => {
  const counted = async (labels: string) => {
    const text = await (await app.handle(new Request('http://geo.internal/metrics'))).text();
    const line = text.split('\n').find((one) => one.startsWith(`plat_errors_total{${labels},service="geo"} `));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const labels = ['body_bytes', ''].map((limit) => `code="INVALID_REQUEST_BODY",limit="${limit}"`);
  labels.push('code="TIMEOUT",limit=""');
  const before = await Promise.all(labels.map(counted));
  await postPublic(MAX_BODY_BYTES);
  await post('{"text":');
  await post({ text: 'a' }, { [DEADLINE_HEADER]: '1000' });
  expect(await Promise.all(labels.map(counted))).toEqual(before.map((count) => count + 1));
});

test('health, readiness and metrics need no token', async () => {
  const get = (path: string) => app.handle(new Request(`http://geo.internal${path}`));
  expect((await get('/health')).status).toBe(200);
  expect(await (await get('/ready')).json()).toEqual({ status: 'ready', service: 'geo', checks: { database: 'ok' } });
  const sample = 'count{service="geo",method="POST",route="/internal/echo",status="200"}';
  expect((await (await get('/metrics')).text()).includes(sample)).toBe(true);
});

test('readiness is 503 and names the failed check without its reason', async () => {
  const failing = createServiceApp({
    name: 'geo',
    log,
    tokens,
    operations: [],
    readiness: { database: () => Promise.reject(new Error('password authentication failed for user plat')) },
  });
  const response = await failing.handle(new Request('http://geo.internal/ready'));
  expect(response.status).toBe(503);
  expect(await response.text()).toBe('{"status":"not_ready","service":"geo","checks":{"database":"failed"}}');
  expect(lines.at(-1)).toContain('authentication failed');
});
