import { type Clock, type Logger, type Places, systemClock } from '@plat/kit';
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
  /** Is told of every delivery; `createEgressMetrics` makes one that counts, and the next. */
  onDelivery?: (delivery: Delivery) => void;
  /** Gets what tells how many calls run and wait. */
  onOpen?: (places: () => Places) => void;
  clock?: Clock;
  resolve?: Resolve;
  /** PEM of the certificate authorities to trust instead of the system's. */
  ca?: string;
  /** For calls with none of their own; 15 seconds by default (decision 63). */
  timeoutMs?: number;
  /** Calls at the same time; at most half of them to one host, and a quarter of one customer. */
  maxConcurrent?: number;
  /** Calls that may wait for a slot. */
  maxWaiting?: number;
  maxBodyBytes?: number;
}

export interface EgressRequest {
  url: string;
  /** A string is sent as it is, anything else as JSON. */
  body: unknown;
  /** Added to ours, of which only `content-type` can be replaced. Values never reach the log. */
  headers?: Readonly<Record<string, string>>;
  /** The same for every attempt at one event, so that receivers can tell a repetition. */
  webhookId: string;
  /** `whsec_...`; several during a rotation, each of which signs. Without any the call has no signature. */
  signingSecret?: string | readonly string[] | null;
  /** Whose receiver it is: calls of one customer do not hold up those of others. */
  customer?: string;
  /** For resolving, connecting, TLS and the answer together; begins when the call has its slot. */
  timeoutMs?: number;
  /** Ends the call early, also while it waits for its slot. */
  signal?: AbortSignal;
}

/** What can be told of a URL without calling it. */
export type UrlVerdict = 'callable' | 'refused_url' | 'unresolvable';

/** The one client for URLs that callers of Plat give. */
export interface Egress {
  /**
   * Calls a URL once. Whatever the receiver does is an outcome; nothing is tried again.
   * @throws TypeError for what only our own code can have wrong: a reserved or malformed header, a malformed webhook id
   * or signing secret, a body that is not JSON.
   */
  post(request: EgressRequest): Promise<Delivery>;
  /** Whether a URL may be called, its host resolved now; a later call checks again. Opens no connection to it. */
  check(url: string, options?: { timeoutMs?: number; signal?: AbortSignal }): Promise<UrlVerdict>;
}

const DEFAULT_TIMEOUT_MS = 15_000;
const DEFAULT_CHECK_TIMEOUT_MS = 5_000;
/** Calls mostly wait for others; this is few enough for sockets. */
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
  options.onOpen?.(slots.places);
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
          // Not its host: it may tell who the receiver is.
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

/** Path, query and credentials of a URL may be secrets; the host is all that is logged. */
const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null);
