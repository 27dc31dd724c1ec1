import { type Capacity, type Clock, type Logger, systemClock } from '@plat/kit';
import { currentRequestId, inSpan, SpanKind } from '@plat/telemetry';
import type { AddressPolicy } from './address-rule.ts';
import { startDeadline } from './deadline.ts';
import type { Delivery } from './delivery.ts';
import { createFairSemaphore } from './fair-semaphore.ts';
import { safeHeaders } from './headers.ts';
import { createLocate } from './locate.ts';
import { createDnsResolve, type Resolve } from './resolve.ts';
import { type Exchange, send } from './send.ts';
import { webhookHeaders } from './sign.ts';

export interface EgressOptions {
  /** From `egressPolicy`. */
  policy: AddressPolicy;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Called after every delivery. `createEgressMetrics` provides this and `onOpen`. */
  onDelivery?: (delivery: Delivery) => void;
  /** Receives a function that counts running and waiting calls. */
  onOpen?: (capacity: () => Capacity) => void;
  clock?: Clock;
  resolve?: Resolve;
  /** PEM of the certificate authorities to trust instead of the system's. */
  ca?: string;
  /** Default timeout of a call, 15 seconds unless set. */
  timeoutMs?: number;
  /** Maximum of concurrent calls. One host gets at most half of them, one customer a quarter. */
  maxConcurrent?: number;
  /** Maximum of calls that wait for a slot. */
  maxWaiting?: number;
  maxBodyBytes?: number;
}

export interface EgressRequest {
  url: string;
  /** A string is sent unchanged; anything else is sent as JSON. */
  body: unknown;
  /** Extra headers. Of our own headers only `content-type` can be replaced. Values are never logged. */
  headers?: Readonly<Record<string, string>>;
  /** The same for every attempt at one event, so that receivers can detect duplicates. */
  webhookId: string;
  /** `whsec_...`. During a rotation several secrets each sign. Without a secret the call is unsigned. */
  signingSecret?: string | readonly string[] | null;
  /** Owner of the receiver. Calls of one customer do not delay those of others. */
  customer?: string;
  /** Total time for resolving, connecting, TLS and the response. Starts when the call gets its slot. */
  timeoutMs?: number;
  /** Cancels the call, even while it waits for a slot. */
  signal?: AbortSignal;
}

/** Result of checking a URL without calling it. */
export type UrlVerdict = 'callable' | 'refused_url' | 'unresolvable';

/** The only client for URLs supplied by callers of Plat. */
export interface Egress {
  /**
   * Calls a URL once, without retries. Everything that the receiver does is an outcome.
   * @throws TypeError for mistakes in our own code: a reserved or malformed header, a malformed webhook id or
   * signing secret, a body that is not JSON.
   */
  post(request: EgressRequest): Promise<Delivery>;
  /**
   * Checks whether a URL may be called, resolving its host now. A later call checks again. Opens no connection to
   * the URL.
   */
  check(url: string, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<UrlVerdict>;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_CHECK_TIMEOUT_MS = 5_000;
/** Calls mostly wait for receivers. This number keeps the count of open sockets moderate. */
const DEFAULT_MAX_CONCURRENT = 256;
const DEFAULT_MAX_WAITING = 10_000;
const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;
const USER_AGENT = 'Plat-Webhooks/1.0';

type Result = Exchange & { durationMs: number };

/** @throws Error when the policy has a range that is not a CIDR block. */
export function createEgress(options: EgressOptions): Egress {
  const { clock = systemClock, timeoutMs = DEFAULT_TIMEOUT_MS, maxBodyBytes = DEFAULT_MAX_BODY_BYTES } = options;
  const locate = createLocate(options.policy, options.resolve ?? createDnsResolve());
  const slots = createFairSemaphore({
    slots: options.maxConcurrent ?? DEFAULT_MAX_CONCURRENT,
    maxWaiting: options.maxWaiting ?? DEFAULT_MAX_WAITING,
  });
  options.onOpen?.(slots.capacity);
  const { allowedRanges = [] } = options.policy;
  if (allowedRanges.length > 0) options.log.warn({ allowedRanges }, 'webhooks may reach private networks');

  async function attempt(request: EgressRequest, signal: AbortSignal): Promise<Exchange> {
    const body = encode(request.body);
    const headers = headersOf(request, body, clock.nowMs());
    if (body.length > maxBodyBytes) return { outcome: 'too_large', status: null };
    const location = await locate(request.url, signal);
    return 'target' in location ? send({ ...location, headers, body, ca: options.ca, signal }) : location;
  }

  async function inSlot(request: EgressRequest): Promise<Result> {
    const taker = { host: hostOf(request.url) ?? '', customer: request.customer };
    const slot = await slots.take(taker, request.signal);
    if (typeof slot === 'string') return { outcome: slot, status: null, cause: 'waiting', durationMs: 0 };
    const startedMs = performance.now();
    const deadline = startDeadline(request.timeoutMs ?? timeoutMs, request.signal);
    try {
      const exchange = await attempt(request, deadline.signal);
      return { ...exchange, durationMs: Math.round(performance.now() - startedMs) };
    } finally {
      deadline.clear();
      slot.release();
    }
  }

  return {
    post: async (request) => {
      const { cause, ...delivery } = await inSpan(
        'webhook',
        async (span) => {
          const result = await inSlot(request);
          // The host is left out because it may identify the receiver.
          span?.setAttributes({ 'plat.webhook_id': request.webhookId, 'plat.outcome': result.outcome });
          if (result.status !== null) span?.setAttribute('http.response.status_code', result.status);
          return result;
        },
        SpanKind.CLIENT,
      );
      const requestId = currentRequestId();
      const line = { requestId, host: hostOf(request.url), webhookId: request.webhookId, ...delivery, cause };
      if (delivery.outcome === 'refused_url') options.log.warn(line, 'webhook refused');
      else options.log.info(line, 'webhook called');
      options.onDelivery?.(delivery);
      return delivery;
    },
    check: async (url, { timeoutMs = DEFAULT_CHECK_TIMEOUT_MS, signal } = {}) => {
      const deadline = startDeadline(timeoutMs, signal);
      try {
        const location = await locate(url, deadline.signal);
        if ('target' in location) return 'callable';
        return location.outcome === 'refused_url' ? 'refused_url' : 'unresolvable';
      } finally {
        deadline.clear();
      }
    },
  };
}

/** @throws TypeError when the body has no JSON form. */
function encode(body: unknown): Buffer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (text === undefined) throw new TypeError('the body of a webhook must be JSON');
  return Buffer.from(text);
}

function headersOf(request: EgressRequest, body: Buffer, nowMs: number): Record<string, string> {
  const { signingSecret } = request;
  const secrets = typeof signingSecret === 'string' ? [signingSecret] : (signingSecret ?? []);
  return {
    'content-type': 'application/json',
    ...safeHeaders(request.headers ?? {}),
    'user-agent': USER_AGENT,
    ...webhookHeaders(request.webhookId, nowMs, body, secrets),
  };
}

/** Logs only the host, because path, query and credentials of a URL may be secrets. */
const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);
