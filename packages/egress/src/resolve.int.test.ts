import { afterEach, expect, test } from 'bun:test';
import { startDeadline, unlessAborted } from './deadline.ts';
import { createDnsResolve } from './resolve.ts';
import { type NameServer, startNameServer } from './testing/name-server.ts';
import { createTestEgress } from './testing/test-egress.ts';

const servers: NameServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function resolver(records: Parameters<typeof startNameServer>[0]) {
  const server = await startNameServer(records);
  servers.push(server);
  return { server, resolve: createDnsResolve([server.address]) };
}

const never = () => new AbortController().signal;

test('finds addresses of both families', async () => {
  const { resolve } = await resolver({
    'both.example.com': ['8.8.8.8', '2606:4700:4700::1111', '9.9.9.9'],
    'six.example.com': ['2620:fe::fe'],
  });
  expect((await resolve('both.example.com', never())).toSorted()).toEqual([
    '2606:4700:4700::1111',
    '8.8.8.8',
    '9.9.9.9',
  ]);
  expect(await resolve('six.example.com', never())).toEqual(['2620:fe::fe']);
});

test('finds no address for an unknown name, and skips search domains and the hosts file', async () => {
  const { server, resolve } = await resolver({});
  expect(await resolve('nobody.example.com', never())).toEqual([]);
  expect(await resolve('localhost', never())).toEqual([]);
  expect(new Set(server.asked())).toEqual(new Set(['nobody.example.com', 'localhost']));
});

test('finds one family when the other fails', async () => {
  const { resolve } = await resolver({ 'half.example.com': ['8.8.8.8', 'SERVFAIL6'] });
  expect(await resolve('half.example.com', never())).toEqual(['8.8.8.8']);
});

test('gives up on a silent name server after the timeout', async () => {
  const { server, resolve } = await resolver({ 'silent.example.com': ['SILENT'] });
  const deadline = startDeadline(100, undefined);
  expect(await unlessAborted(resolve('silent.example.com', deadline.signal), deadline.signal)).toBeNull();
  const { egress } = createTestEgress({ resolve, timeoutMs: 100 });
  const request = { url: 'https://silent.example.com/', body: '{}', webhookId: 'evt_1' };
  expect((await egress.post(request)).outcome).toBe('timeout');
  while (!server.asked().includes('silent.example.com')) await Bun.sleep(5);
});

test('refuses a name with changing answers as soon as one of them is internal', async () => {
  const { server, resolve } = await resolver({ 'rebind.example.com': [['8.8.8.8'], ['127.0.0.1']] });
  const { egress } = createTestEgress({ resolve, policy: { allowLoopback: false, deniedRanges: [] } });
  const url = 'https://rebind.example.com:8443/';
  expect(await egress.check(url)).toBe('callable');
  expect((await egress.post({ url, body: '{}', webhookId: 'evt_1' })).outcome).toBe('refused_url');
  expect(server.asked().length).toBe(4);
});
