import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isPublicAddress } from '@plat/contracts';
import fc from 'fast-check';
import { type Canary, startCanary, startTestReceiver, type TestReceiver } from './testing/index.ts';
import { createTestEgress } from './testing/test-egress.ts';

/** Each is combined with the port of a listener on every address of this machine. */
const HOSTILE_HOSTS = [
  // This machine, as decimal, octal, hexadecimal and shortened numbers.
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7F.0x0.0x0.0x1', '017700000001', '0177.0.0.1'],
  ...['127.000.000.001', '127.0.0.1.', '127.255.255.254', '0.0.0.0', '0', '0x0', '00000000'],
  // IPv6, with and without an embedded IPv4 address.
  ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]', '[::7f00:1]'],
  ...['[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2001:0:7f00:1::]'],
  ...['[2001:db8::1]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[ff02::1]', '[100::1]', '[5f00::1]', '[3fff::1]'],
  // Zone ids.
  ...['[fe80::1%25lo]', '[fe80::1%lo]', '[::1%25lo]', '[::1%lo]'],
  // Cloud metadata services.
  ...['169.254.169.254', '0xA9FEA9FE', '2852039166', '169.254.170.2', '100.100.100.200', '192.0.0.192'],
  ...['168.63.129.16', '[fd00:ec2::254]', '[fd20:ce::254]', '[::ffff:169.254.169.254]', 'metadata.google.internal'],
  // Private, shared, benchmark, documentation, multicast, reserved and broadcast.
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '198.18.0.1', '192.0.2.1'],
  ...['198.51.100.1', '203.0.113.1', '192.88.99.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  // Fullwidth and other digits, other dots, percent-encoding.
  ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '127。0。0。1', '127．0．0．1', '127｡0｡0｡1', 'ｌｏｃａｌｈｏｓｔ', 'localhoſt'],
  ...['127%2e0%2e0%2e1', '%31%32%37.0.0.1', 'loc%61lhost'],
  // Names of this machine and of the network around it.
  ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'printer.local', 'geo.internal', 'redis', 'ip6-localhost'],
  // Credentials, and text that looks like another host.
  ...['user@127.0.0.1', 'example.com@127.0.0.1', 'example.com:443@127.0.0.1', 'a:b@hooks.example.com'],
  ...['127.0.0.1\\@example.com', '127.0\t.0.1', ' 127.0.0.1', '127.0.0.1\r\n'],
];

const hostileUrls = (port: number) => [
  ...HOSTILE_HOSTS.map((host) => `https://${host}:${port}/`),
  `https://127.0.0.1:${port}#@example.com`,
  `https://127.0.0.1:${port}?@example.com`,
  `https:\\\\127.0.0.1:${port}\\`,
  `https:127.0.0.1:${port}`,
  `https:/127.0.0.1:${port}/`,
  `//127.0.0.1:${port}/`,
  `http://127.0.0.1:${port}/`,
  `http://hooks.example.com:${port}/`,
  `ftp://127.0.0.1:${port}/`,
  `gopher://127.0.0.1:${port}/_x`,
  `ws://127.0.0.1:${port}/`,
  `blob:https://127.0.0.1:${port}/1`,
  'file:///etc/passwd',
  'data:text/plain,x',
  'javascript:alert(1)',
  'https://',
  '',
  ...[0, 22, 25, 80, 1023].map((low) => `https://hooks.example.com:${low}/`),
  'https://hooks.example.com:65536/',
];

/** DNS answers, and whether each may be called. */
const HOSTILE_ANSWERS = [
  ...['127.0.0.1', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::1'],
  ...[
    '10.0.0.1',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
  ],
  ...['localhost', '127.1', '2130706433', '', 'hooks.example.com', '168.63.129.16', '255.255.255.255', '224.0.0.1'],
];

const STRICT = { policy: { allowLoopback: false, deniedRanges: [] } };
const POST = { body: '{}', webhookId: 'evt_1' };

let canary: Canary;
let receiver: TestReceiver;
beforeAll(async () => {
  canary = await startCanary();
  receiver = await startTestReceiver({ address: '0.0.0.0' });
});
afterAll(async () => {
  await canary.close();
  await receiver.close();
});

test('the canary detects a connection that gets through', async () => {
  const noticing = await startCanary();
  const { egress } = createTestEgress();
  for (const host of ['127.0.0.1', '127.1', '2130706433', 'localhost', 'hooks.example.com']) {
    await egress.post({ ...POST, url: `https://${host}:${noticing.port}/` });
  }
  await noticing.close();
  expect(noticing.touched()).toBe(5);
});

test('refuses hostile URLs by their text, without a DNS query or a connection', async () => {
  const asked: string[] = [];
  const { egress, deliveries } = createTestEgress({
    ...STRICT,
    resolve: async (hostname) => {
      asked.push(hostname);
      return ['127.0.0.1'];
    },
  });
  const urls = hostileUrls(canary.port);
  expect(urls.length).toBeGreaterThan(100);
  for (const url of urls) {
    const delivery = await egress.post({ ...POST, url });
    expect([url, delivery.outcome, delivery.status]).toEqual([url, 'refused_url', null]);
    expect([url, await egress.check(url)]).toEqual([url, 'refused_url']);
  }
  expect(deliveries.length).toBe(urls.length);
  expect(asked).toEqual([]);
  expect(canary.touched()).toBe(0);
});

test.each(HOSTILE_ANSWERS)('refuses a name that resolves to %p, alone and among public addresses', async (answer) => {
  const before = canary.touched();
  for (const answers of [
    [answer],
    ['8.8.8.8', answer],
    [answer, '2606:4700:4700::1111'],
    ['1.1.1.1', '9.9.9.9', answer],
  ]) {
    const { egress } = createTestEgress({ ...STRICT, resolve: async () => answers });
    const url = `https://hooks.example.com:${canary.port}/`;
    expect(await egress.post({ ...POST, url })).toMatchObject({ outcome: 'refused_url', status: null });
    expect(await egress.check(url)).toBe('refused_url');
  }
  expect(canary.touched() - before).toBe(0);
});

test('the development switch opens this machine and nothing else', async () => {
  const before = canary.touched();
  const { egress } = createTestEgress({ resolve: async () => ['127.0.0.1', '10.0.0.1'] });
  const others = ['10.0.0.1', '169.254.169.254', '0.0.0.0', '[::]', '[::ffff:127.0.0.1]', '[fd00::1]', 'printer.local'];
  for (const host of [...others, 'hooks.example.com', 'user@127.0.0.1']) {
    const url = `https://${host}:${canary.port}/`;
    expect([url, (await egress.post({ ...POST, url })).outcome]).toEqual([url, 'refused_url']);
  }
  // Plain HTTP is only for literal loopback hosts, because a name could resolve elsewhere tomorrow.
  const toLoopback = createTestEgress();
  for (const host of ['10.0.0.1', '8.8.8.8', 'hooks.example.com', '127.0.0.1.example.com', 'localhost.example.com']) {
    const url = `http://${host}:${canary.port}/`;
    expect([url, (await toLoopback.egress.post({ ...POST, url })).outcome]).toEqual([url, 'refused_url']);
  }
  expect(canary.touched() - before).toBe(0);
});

test('refuses addresses that the operator denies, for every customer', async () => {
  const policy = { allowLoopback: false, deniedRanges: ['8.8.0.0/16', '2606:4700::/32'] };
  for (const answer of ['8.8.4.4', '2606:4700:4700::1111']) {
    const { egress } = createTestEgress({ policy, resolve: async () => [answer] });
    expect(await egress.check('https://hooks.example.com/')).toBe('refused_url');
  }
  const { egress } = createTestEgress({ policy, resolve: async () => ['9.9.9.9', '2620:fe::fe'] });
  expect(await egress.check('https://hooks.example.com/')).toBe('callable');
  expect(await egress.check('https://8.8.8.8/')).toBe('refused_url');
});

test('refuses a call when the name resolves to an internal address after the check', async () => {
  const before = canary.touched();
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  const { egress } = createTestEgress({ ...STRICT, resolve: async () => answers.shift() ?? [] });
  const url = `https://rebind.example.com:${canary.port}/`;
  expect(await egress.check(url)).toBe('callable');
  expect((await egress.post({ ...POST, url })).outcome).toBe('refused_url');
  expect(canary.touched() - before).toBe(0);
});

// Other systems have no 127.0.0.5.
test.skipIf(process.platform !== 'linux')('resolves once and connects to the checked address', async () => {
  const answers = [['127.0.0.5'], ['127.0.0.6']];
  const { egress } = createTestEgress({ ca: receiver.ca, resolve: async () => answers.shift() ?? [] });
  expect((await egress.post({ ...POST, url: receiver.url('/pinned') })).outcome).toBe('delivered');
  expect(receiver.calls.filter(({ path }) => path === '/pinned').map(({ localAddress }) => localAddress)).toEqual([
    '127.0.0.5',
  ]);
  expect(answers).toEqual([['127.0.0.6']]);
});

test.each([301, 302, 303, 307, 308])('treats a %i as a response and does not follow it inside', async (status) => {
  const before = canary.touched();
  const calls = receiver.calls.length;
  const { egress } = createTestEgress({ ca: receiver.ca });
  for (const to of [`http://127.0.0.1:${canary.port}/`, `https://localhost:${canary.port}/`, receiver.url('/hook')]) {
    const url = receiver.url(`/redirect/${status}?to=${encodeURIComponent(to)}`);
    expect(await egress.post({ ...POST, url })).toMatchObject({ outcome: 'rejected', status });
  }
  expect(canary.touched() - before).toBe(0);
  expect(receiver.calls.length - calls).toBe(3);
});

const bareHost = (url: string) => new URL(url).hostname.replace(/[[\]]/g, '');

test('no text reaches the internal network or makes a call throw', async () => {
  const before = canary.touched();
  const { egress } = createTestEgress({ ...STRICT, resolve: async () => ['127.0.0.1'] });
  const texts = fc.oneof(
    fc.string(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .webAuthority({ withUserInfo: true, withIPv4: true, withIPv4Extended: true, withIPv6: true })
      .map((authority) => `https://${authority.replace(/:\d+$/, '')}:${canary.port}/`),
  );
  await fc.assert(
    fc.asyncProperty(texts, async (url) => {
      // A random public address may belong to anyone, so the test does not call it.
      if ((await egress.check(url)) === 'callable') expect(isPublicAddress(bareHost(url))).toBe(true);
      else expect((await egress.post({ ...POST, url })).outcome).toBe('refused_url');
    }),
    { numRuns: 150 },
  );
  expect(canary.touched() - before).toBe(0);
});

test('calls an allowed private network over https only, and logs the ranges at startup', async () => {
  const name = 'crm.corp.internal';
  const inside = await startTestReceiver({ names: [name] });
  const allowing = (allowedRanges: string[], deniedRanges: string[] = [], resolved = '127.0.0.1') =>
    createTestEgress({
      policy: { allowLoopback: false, deniedRanges, allowedRanges },
      resolve: async () => [resolved],
      ca: inside.ca,
    });
  const call = async ({ egress }: ReturnType<typeof allowing>, url = inside.url(), timeoutMs = 10_000) =>
    (await egress.post({ url, body: {}, webhookId: 'evt_1', timeoutMs })).outcome;
  // This machine stands for the private network. Only its exact address opens it.
  const open = allowing(['127.0.0.1/32']);
  expect(open.log.join()).toContain('"allowedRanges":["127.0.0.1/32"]');
  expect(await call(open)).toBe('delivered');
  expect(await call(open, inside.url().replace('https', 'http'))).toBe('refused_url');
  expect(await call(allowing(['0.0.0.0/0']))).toBe('refused_url');
  expect(await call(allowing(['127.0.0.1/32'], ['127.0.0.0/8']))).toBe('refused_url');
  expect(await call(allowing(['10.20.0.0/16'], [], '10.21.0.1'))).toBe('refused_url');
  expect(await call(allowing(['10.20.0.0/16'], [], '169.254.169.254'))).toBe('refused_url');
  expect(['timeout', 'unreachable']).toContain(
    await call(allowing(['10.20.0.0/16'], [], '10.20.0.1'), inside.url(), 300),
  );
  expect(inside.calls).toHaveLength(1);
  await inside.close();
});
