import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { DeliveryOutcome } from './delivery.ts';
import type { Target } from './target.ts';

export interface Message {
  target: Target;
  /** Checked addresses of the target; the connection uses only these. */
  addresses: readonly string[];
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** Certificate authorities instead of the system's. */
  ca: string | undefined;
  /** Aborts with the outcome to report. */
  signal: AbortSignal;
}

export interface Exchange {
  outcome: DeliveryOutcome;
  status: number | null;
  /** Detail for the operator; log only. */
  cause?: string;
}

const MAX_HEADER_BYTES = 16 * 1024;
/** Limit of the response body. Beyond it the connection is closed and the status still counts. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_DRAIN_MS = 1_000;
/** Never reuses a connection or TLS session. Unlike the global agent, it ignores proxies in the environment. */
const AGENT = new Agent({ keepAlive: false, maxCachedSessions: 0 });

const STRAYED: Exchange = { outcome: 'refused_url', status: null, cause: 'connected elsewhere' };

type Phase = 'connecting' | 'securing' | 'talking';
const FAILURE: Readonly<Record<Phase, DeliveryOutcome>> = {
  connecting: 'unreachable',
  securing: 'tls_failed',
  talking: 'bad_response',
};

/** Sends one POST on a new connection. Redirects are ordinary responses. Never rejects. */
export function send(message: Message): Promise<Exchange> {
  return new Promise((resolve) => {
    const { signal, target } = message;
    let phase: Phase = 'connecting';
    let answered: Exchange | null = null;
    const request = open(message);
    /** A received status is final, however the connection ends. */
    const finish = (exchange: Exchange) => {
      signal.removeEventListener('abort', stop);
      resolve(answered ?? exchange);
      request.destroy();
    };
    const fail = (cause: string) => finish({ outcome: FAILURE[phase], status: null, cause });
    const stop = () => finish({ outcome: signal.reason as DeliveryOutcome, status: null, cause: phase });
    signal.addEventListener('abort', stop, { once: true });

    request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.name));
    request.on('close', () => fail('closed'));
    request.on('socket', (socket: Socket) => {
      socket.once('connect', () => {
        if (socket.remoteAddress === undefined) return fail('closed');
        if (!isAmong(socket.remoteAddress, message.addresses)) return finish(STRAYED);
        phase = target.secure ? 'securing' : 'talking';
      });
      socket.once('secureConnect', () => {
        phase = 'talking';
      });
    });
    request.on('response', (response) => {
      const exchange = exchangeOf(response.statusCode ?? 0);
      answered = exchange;
      discard(response, () => finish(exchange));
    });
    if (signal.aborted) stop();
    else request.end(message.body);
  });
}

const exchangeOf = (status: number): Exchange => ({
  outcome: status >= 200 && status < 300 ? 'delivered' : 'rejected',
  status,
});

/** Reads the rest of the response up to limits of size and time. */
function discard(response: IncomingMessage, done: () => void): void {
  let bytes = 0;
  const timer = setTimeout(done, MAX_DRAIN_MS);
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES) done();
  });
  response.on('error', done);
  response.on('end', done);
  response.on('close', () => {
    clearTimeout(timer);
    done();
  });
}

function open({ target, addresses, headers, body, ca }: Message): ClientRequest {
  const options = {
    method: 'POST',
    hostname: target.hostname,
    port: target.port,
    path: target.path,
    lookup: pinnedLookup(addresses),
    headers: { ...headers, host: target.host, 'content-length': body.length, connection: 'close' },
    maxHeaderSize: MAX_HEADER_BYTES,
  };
  if (!target.secure) return httpRequest({ ...options, agent: false });
  return httpsRequest({
    ...options,
    agent: AGENT,
    ca,
    rejectUnauthorized: true,
    // An IP address is not a server name (RFC 6066). TLS then checks the certificate against the address.
    servername: isIP(target.hostname) === 0 ? target.hostname : '',
  });
}

/** Returns the addresses checked before, so that a second DNS answer cannot change the target. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = answers;
    if (options.all) callback(null, answers);
    else callback(null, first?.address ?? '', first?.family);
  };
}

function isAmong(remoteAddress: string, addresses: readonly string[]): boolean {
  const normalized = (address: string) => ipaddr.process(address).toNormalizedString();
  return addresses.some((address) => normalized(address) === normalized(remoteAddress));
}
