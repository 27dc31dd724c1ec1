import { expect, test } from 'bun:test';
import { delay, HttpResponse, http, mockFetch } from './mock-fetch.ts';

test('a handler answers, and the test can read the request afterwards', async () => {
  const { fetch, requests } = mockFetch(http.post('https://upstream.test/v1', () => HttpResponse.json({ ok: true })));
  const response = await fetch('https://upstream.test/v1', { method: 'POST', body: '{"q":1}' });
  expect(await response.json()).toEqual({ ok: true });
  expect(await requests[0]?.json()).toEqual({ q: 1 });
});

test('an unmocked request fails and never reaches the network', async () => {
  const { fetch } = mockFetch();
  expect(fetch('https://example.com/')).rejects.toThrow('no mock answers GET https://example.com/');
});

test('a mocked network error rejects', async () => {
  const { fetch } = mockFetch(http.get('https://upstream.test/', () => HttpResponse.error()));
  expect(fetch('https://upstream.test/')).rejects.toBeInstanceOf(TypeError);
});

test('an abort ends the request', async () => {
  const { fetch } = mockFetch(
    http.get('https://upstream.test/', async () => {
      await delay(5_000);
      return HttpResponse.json(null);
    }),
  );
  expect(fetch(new URL('https://upstream.test/'), { signal: AbortSignal.timeout(20) })).rejects.toThrow();
});
