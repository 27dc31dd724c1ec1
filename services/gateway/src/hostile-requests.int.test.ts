import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { SUBSCRIBER_KEY, startTestGateway } from './gateway.fixture.ts';

const gateway = startTestGateway({ automationHost: 'automation.example.com' });
afterAll(() => gateway.close());
afterEach(() => {
  gateway.lines.length = 0;
});

const BODY = '{"search_string":"123 Main"}';
const QUIET_MS = 1_500;

/** Sends raw bytes. @returns every response status until the server closes the connection or falls silent. */
function statusesOf(text: string): Promise<number[]> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect({ host: '127.0.0.1', port: gateway.server.port }, () => socket.write(text, 'latin1'));
    socket.setTimeout(QUIET_MS, () => socket.destroy());
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      // Responses here declare their length: a complete one ends the wait.
      const [head = '', body] = answer.split('\r\n\r\n');
      const bytes = /content-length: (\d+)/i.exec(head)?.[1];
      if (body !== undefined && bytes !== undefined && body.length >= Number(bytes)) socket.end();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve([...answer.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map(([, code]) => Number(code))));
  });
}

const requestLines = () => gateway.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
const failures = () => gateway.lines.filter((line) => /"level":"(warn|error|fatal)"/.test(line));

describe('malformed requests', () => {
  const to = (target: string, ...headers: string[]) => `GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`;
  const post = (...headers: string[]) =>
    `POST /v1/autocomplete HTTP/1.1\r\nHost: a\r\nx-api-key: ${SUBSCRIBER_KEY}\r\n${headers.join('\r\n')}\r\n\r\n`;
  const hosts = ['x:abc', 'x:99999', '%zz', '[::1', 'a b', 'a/b?c', 'a#b', 'a@b', '', '\xff\xfe', '::', '.', 'x:-1'];
  const connects = ['x.example:443', 'x:abc', 'example.com', ':443', '[::1]:443', 'v1/buyer-search', 'http://a:1/x'];
  const targets = ['//nope', '/%zz', '/%ff%fe', '/../../etc/passwd', '/\xff', '/__proto__', '/constructor', '/#', '/?'];
  const cases: [name: string, text: string, statuses: number[]][] = [
    ...hosts.map((host): [string, string, number[]] => [`Host: ${host}`, to('/nope', `Host: ${host}`), [404]]),
    ...hosts.map((host): [string, string, number[]] => [
      `Host: ${host} on an automation path`,
      to('/auth', `Host: ${host}`),
      [404, 405],
    ]),
    ...connects.map((authority): [string, string, number[]] => [
      `CONNECT ${authority}`,
      `CONNECT ${authority} HTTP/1.1\r\nHost: a\r\n\r\n`,
      [404, 405],
    ]),
    ...targets.map((target): [string, string, number[]] => [`GET ${target}`, to(target, 'Host: a'), [200, 404]]),
    ['an absolute target with a bad port', to('http://e.example:abc/nope', 'Host: a'), [404]],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n', [405]],
    ['a method of WebDAV', 'PROPFIND /nope HTTP/1.1\r\nHost: a\r\n\r\n', [404]],
    ['a header of 70 kB', to('/nope', 'Host: a', `x: ${'a'.repeat(70_000)}`), [431]],
    ['300 headers', to('/nope', 'Host: a', ...Array.from({ length: 300 }, (_, i) => `x${i}: 1`)), [431]],
    ['a NUL in a header', to('/nope', 'Host: a', 'x-api-key: a\0b'), [400]],
    ['a folded header', to('/nope', 'Host: a', 'x: 1', ' 2'), [400]],
    ['a request id of control characters', to('/nope', 'Host: a', 'x-request-id: \x01'), [400]],
    ['two lengths', `${post('content-length: 0', 'content-length: 28')}${BODY}`, [400]],
    ['a negative length', `${post('content-length: -5')}${BODY}`, [400]],
    ['an excessive length', `${post('content-length: 99999999999999999999999')}${BODY}`, [400]],
    ['the largest length', `${post('content-length: 9007199254740991')}${BODY}`, [400]],
    ['a length beside chunks', `${post('content-length: 5', 'transfer-encoding: chunked')}0\r\n\r\nGET /x `, [400]],
    ['an unknown transfer coding', `${post('transfer-encoding: xchunked')}${BODY}`, [400]],
    ['a non-numeric chunk size', `${post('transfer-encoding: chunked')}zz\r\n${BODY}\r\n0\r\n\r\n`, [400]],
    ['an excessive chunk size', `${post('transfer-encoding: chunked')}${'f'.repeat(18)}\r\n`, [400]],
  ];
  for (const [name, text, allowed] of cases) {
    test(`get no 5xx and raise no alert: ${JSON.stringify(name)}`, async () => {
      const statuses = await statusesOf(text);
      expect(statuses).toHaveLength(1);
      expect(allowed).toContain(statuses[0] ?? 0);
      expect(failures()).toEqual([]);
      expect(requestLines().filter(({ status }) => status >= 500)).toEqual([]);
    });
  }

  test('cannot smuggle a second request', async () => {
    const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
    for (const head of [
      post('content-length: 5', 'transfer-encoding: chunked'),
      post('content-length: 0', `content-length: ${smuggled.length}`),
      post('transfer-encoding: chunked', 'transfer-encoding: identity'),
      post('transfer-encoding : chunked'),
    ]) {
      expect(await statusesOf(`${head}0\r\n\r\n${smuggled}`)).toEqual([400]);
    }
  });

  test('reach a known path despite a malformed host', async () => {
    for (const host of ['x:abc', 'a b', '']) {
      const text = `POST /v1/autocomplete HTTP/1.1\r\nHost: ${host}\r\nx-api-key: ${SUBSCRIBER_KEY}\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;
      expect(await statusesOf(text)).toEqual([200]);
    }
  });
});

test('a disconnected caller counts as 499, never as 5xx, in metrics and logs', async () => {
  const arrived = Promise.withResolvers<void>();
  gateway.fake.geo = () => {
    arrived.resolve();
    return new Promise(() => {});
  };
  const caller = new AbortController();
  const answer = gateway
    .send('/v1/autocomplete', {
      method: 'POST',
      headers: { 'x-api-key': SUBSCRIBER_KEY },
      body: BODY,
      signal: caller.signal,
    })
    .catch((error: Error) => error.name);
  await arrived.promise;
  caller.abort();
  expect(await answer).toBe('AbortError');
  while (requestLines().length === 0) await Bun.sleep(1);
  expect(requestLines()[0]).toMatchObject({ status: 499, callerGone: true });
  expect(requestLines()[0].calls).toContainEqual(expect.objectContaining({ operation: 'autocomplete', status: 499 }));
  const metrics = await (await gateway.send('/metrics')).text();
  expect(metrics).toContain('route="/v1/autocomplete",status="499"');
  expect(metrics).not.toMatch(/duration_seconds_count\{[^}]*(status="5|outcome="failed")/);
});
