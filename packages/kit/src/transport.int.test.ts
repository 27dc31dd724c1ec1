import { afterAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { hostTableTransport, httpTransport, type ServiceRequest } from './index.ts';

const hanging = { arrived: Promise.withResolvers<void>(), aborted: Promise.withResolvers<void>() };
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/hang') {
      request.signal.addEventListener('abort', () => hanging.aborted.resolve());
      hanging.arrived.resolve();
      await hanging.aborted.promise;
    }
    if (pathname === '/redirect') return Response.redirect('http://127.0.0.1:1/elsewhere');
    if (pathname === '/gzip') {
      return new Response(gzipSync('{"a":1}'), { headers: { 'content-encoding': 'gzip' } });
    }
    const headers = Object.fromEntries(request.headers);
    return Response.json({ method: request.method, pathname, search, headers, body: await request.text() });
  },
});
afterAll(() => server.stop(true));
const transport = httpTransport({ geo: `http://127.0.0.1:${server.port}` });
const get = (path: string): ServiceRequest => ({ service: 'geo', method: 'GET', path });

describe('the HTTP transport', () => {
  test('sends method, path, query, headers and body to the address of the service', async () => {
    const response = await transport({
      service: 'geo',
      method: 'POST',
      path: '/v1/x?a=1&b=%20',
      headers: { 'x-request-id': 'r1', 'content-type': 'application/json' },
      body: '{"é":1}',
    });
    const seen = (await response.json()) as { headers: Record<string, string> };
    expect(seen).toMatchObject({ method: 'POST', pathname: '/v1/x', search: '?a=1&b=%20', body: '{"é":1}' });
    expect(seen.headers).toMatchObject({ 'x-request-id': 'r1', 'content-type': 'application/json' });
  });
  test('follows no redirect', async () => {
    expect((await transport(get('/redirect'))).status).toBe(302);
  });
  test('passes compressed bodies on unchanged', async () => {
    const response = await transport(get('/gzip'));
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 2)]).toEqual([0x1f, 0x8b]);
  });
  test('aborts the call at the other side', async () => {
    const giving = new AbortController();
    const call = transport({ ...get('/hang'), signal: giving.signal });
    await hanging.arrived.promise;
    giving.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    await hanging.aborted.promise;
  });
  test('rejects when the service is unavailable or has no address', async () => {
    const away = httpTransport({ geo: 'http://127.0.0.1:1' });
    await expect(away(get('/'))).rejects.toThrow();
    await expect(transport({ ...get('/'), service: 'accounts' })).rejects.toThrow('accounts');
  });
});

test('the host table rejects an unknown host', async () => {
  const table = hostTableTransport(new Map());
  await expect(table(get('/'))).rejects.toThrow('geo.internal');
});
