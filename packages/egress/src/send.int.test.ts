import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { createTestAuthority, startTestReceiver, type TestAuthority } from './testing/index.ts';
import { createTestEgress } from './testing/test-egress.ts';

let authority: TestAuthority;
beforeAll(async () => {
  authority = await createTestAuthority();
});
const servers: Server[] = [];
afterAll(() => servers.map((server) => server.close()));

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends these bytes after a request arrives, then closes the connection unless `stay` is set. */
async function rawReceiver(bytes: string, stay = false): Promise<number> {
  const certificate = await authority.issue(['hooks.example.com']);
  const server = createTlsServer(certificate, (socket: TLSSocket) => {
    socket.on('error', () => {});
    socket.once('data', () => (stay ? socket.write(bytes) : socket.end(bytes)));
  });
  server.on('tlsClientError', () => {});
  return listening(server);
}

const post = (port: number, options = {}, timeoutMs = 30_000, host = 'hooks.example.com') =>
  createTestEgress({ ca: authority.ca, timeoutMs, ...options }).egress.post({
    url: `https://${host}:${port}/`,
    body: '{}',
    webhookId: 'evt_1',
  });

const POURED = Buffer.alloc(64 * 1024, 'x');
const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

test.each([
  ['nothing at all', ''],
  ['the banner of another protocol', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ['half a status line', 'HTTP/1.1 2'],
  ['half of its headers', 'HTTP/1.1 200 OK\r\ncontent-le'],
  ['two lengths that disagree', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['a length that is not a number', 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\n'],
  ['a protocol switch', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['an endless header', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}`],
])('reports %s as a bad response', async (_what, bytes) => {
  expect(await post(await rawReceiver(bytes))).toMatchObject({ outcome: 'bad_response', status: null });
});

test('closes the connection to a receiver that switches protocols', async () => {
  const bytes = 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n';
  expect((await post(await rawReceiver(bytes, true))).outcome).toBe('bad_response');
});

test('keeps the status when the body breaks off', async () => {
  const port = await rawReceiver('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\nabc');
  expect(await post(port)).toMatchObject({ outcome: 'delivered', status: 200 });
});

test('skips interim responses', async () => {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n';
  expect(await post(await rawReceiver(interim + OK))).toMatchObject({ outcome: 'delivered', status: 200 });
  expect(await post(await rawReceiver(interim, true), {}, 150)).toMatchObject({ outcome: 'timeout', status: null });
});

test('closes the connection after the response when the receiver keeps it open', async () => {
  expect(await post(await rawReceiver(OK, true))).toMatchObject({ outcome: 'delivered', status: 200 });
});

test('stops reading an endless body early', async () => {
  let poured = 0;
  const server = createTlsServer(await authority.issue(['hooks.example.com']), (socket: TLSSocket) => {
    const pour = () => {
      do poured += POURED.length;
      while (!socket.destroyed && socket.write(POURED));
    };
    socket.on('error', () => {}).on('drain', pour);
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour();
    });
  });
  expect(await post(await listening(server))).toMatchObject({ outcome: 'delivered', status: 200 });
  // Buffers at both ends fill before the sender notices.
  expect(poured).toBeLessThan(32 * 1024 * 1024);
});

test('times out on a listener that never starts TLS', async () => {
  const port = await listening(createTcpServer((socket) => void socket.on('error', () => {})));
  expect(await post(port, {}, 150)).toMatchObject({ outcome: 'timeout', status: null });
});

test('requires a certificate from a trusted authority for the host of the URL', async () => {
  const port = await rawReceiver(OK);
  expect((await post(port)).outcome).toBe('delivered');
  expect((await post(port, { ca: undefined })).outcome).toBe('tls_failed');
  expect((await post(port, { ca: (await createTestAuthority()).ca })).outcome).toBe('tls_failed');
  expect((await post(port, {}, undefined, 'other.example.com')).outcome).toBe('tls_failed');
  expect((await post(port, {}, undefined, '127.0.0.1')).outcome).toBe('tls_failed');
  const plain = await startTestReceiver({ insecure: true });
  expect((await post(plain.port)).outcome).toBe('tls_failed');
  expect(plain.calls).toEqual([]);
  await plain.close();
});

test('drops the trailing dot of an absolute name in TLS and in Host', async () => {
  const receiver = await startTestReceiver({ authority });
  expect((await post(receiver.port, {}, undefined, 'hooks.example.com.')).outcome).toBe('delivered');
  expect(receiver.calls[0]).toMatchObject({
    servername: 'hooks.example.com',
    headers: { host: `hooks.example.com:${receiver.port}` },
  });
  await receiver.close();
});

test('checks the certificate of an IP address host, and sends the address as Host', async () => {
  const receiver = await startTestReceiver({ authority, names: ['127.0.0.1'] });
  expect((await post(receiver.port, {}, undefined, '127.0.0.1')).outcome).toBe('delivered');
  expect(receiver.calls[0]).toMatchObject({ servername: null, headers: { host: `127.0.0.1:${receiver.port}` } });
  await receiver.close();
});

test('calls local receivers over plain HTTP when loopback is allowed', async () => {
  const receiver = await startTestReceiver({ insecure: true, names: ['localhost'] });
  const { egress } = createTestEgress();
  const request = { url: receiver.url('/dev'), body: '{}', webhookId: 'evt_1' };
  expect(await egress.post(request)).toMatchObject({ outcome: 'delivered', status: 200 });
  expect(receiver.calls.map(({ path }) => path)).toEqual(['/dev']);
  const strict = createTestEgress({ policy: { allowLoopback: false, deniedRanges: [] } });
  expect((await strict.egress.post(request)).outcome).toBe('refused_url');
  expect(receiver.connections()).toBe(1);
  await receiver.close();
});
