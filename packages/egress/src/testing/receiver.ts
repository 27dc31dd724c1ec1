import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createTestAuthority, type TestAuthority } from './certificates.ts';

/** A call as the receiver saw it. */
export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The address that the caller connected to. */
  localAddress: string;
  /** Server name that the caller sent in TLS; null when it sent none. */
  servername: string | null;
}

export interface TestReceiver {
  port: number;
  /** URL of a path on the receiver's first name. */
  url(path?: string): string;
  /** PEM of the authority that issued its certificate, for `ca` of `createEgress`. Empty over plain HTTP. */
  ca: string;
  calls: readonly ReceivedCall[];
  /** Connections so far, including those without a request. */
  connections(): number;
  /** Connections that are still open. */
  openConnections(): number;
  close(): Promise<void>;
}

export interface TestReceiverOptions {
  /** Host names and addresses of its certificate, `hooks.example.com` by default. */
  names?: readonly string[];
  address?: string;
  insecure?: boolean;
  authority?: TestAuthority;
}

const STREAM_CHUNK = 'x'.repeat(8192);
const STREAM_PAUSE_MS = 5;
const TRICKLE_PAUSE_MS = 100;
const HUGE_HEADERS = 100;

/**
 * Responses by path: `/status/410` that status, `/redirect/307?to=<url>` a redirect, `/hang` no response, `/stream`
 * 200 and an endless body, `/trickle` 200 and an occasional byte, `/reset` a closed connection, `/huge-headers` 1
 * MB of headers, other paths 200.
 */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://receiver.invalid');
  const [, name = '', argument = ''] = url.pathname.split('/');
  switch (name) {
    case 'status':
      response.writeHead(Number(argument)).end('{"secret":"inside"}');
      break;
    case 'redirect':
      response.writeHead(Number(argument), { location: url.searchParams.get('to') ?? '' }).end();
      break;
    case 'hang':
      break;
    case 'stream':
      every(response, STREAM_PAUSE_MS, STREAM_CHUNK);
      break;
    case 'trickle':
      every(response, TRICKLE_PAUSE_MS, '.');
      break;
    case 'reset':
      request.socket.destroy();
      break;
    case 'huge-headers':
      for (let i = 0; i < HUGE_HEADERS; i++) response.setHeader(`x-huge-${i}`, STREAM_CHUNK);
      response.end();
      break;
    default:
      response.writeHead(200).end('ok');
  }
}

function every(response: ServerResponse, pauseMs: number, text: string): void {
  response.writeHead(200);
  const timer = setInterval(() => {
    if (response.destroyed || response.socket?.destroyed !== false) clearInterval(timer);
    else response.write(text);
  }, pauseMs);
  response.on('close', () => clearInterval(timer));
}

/** Starts a local webhook receiver over HTTPS, with a certificate from its own authority. */
export async function startTestReceiver(options: TestReceiverOptions = {}): Promise<TestReceiver> {
  const { names = ['hooks.example.com'], address = '127.0.0.1', insecure = false } = options;
  const calls: ReceivedCall[] = [];
  let connections = 0;
  let open = 0;
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method = '', url: path = '', headers, socket } = request;
      const { servername } = socket as TLSSocket;
      calls.push({
        method,
        path,
        headers,
        body,
        localAddress: socket.localAddress ?? '',
        servername: servername || null,
      });
      answer(request, response);
    });
  };
  const authority = insecure ? null : (options.authority ?? (await createTestAuthority()));
  const server =
    authority === null ? createHttpServer(listener) : createHttpsServer(await authority.issue(names), listener);
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open += 1;
    socket.on('close', () => {
      open -= 1;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    ca: authority?.ca ?? '',
    calls,
    connections: () => connections,
    openConnections: () => open,
    url: (path = '/hook') => `${insecure ? 'http' : 'https'}://${names[0]}:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
