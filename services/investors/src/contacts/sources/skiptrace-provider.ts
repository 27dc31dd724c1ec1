import type { Capacity, Clock } from '@plat/kit';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleType,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import type { OwnerOnRecord } from '../domain/owner-lookup.ts';
import type { SkiptraceProvider } from '../domain/ports.ts';
import { contactsOf } from './skiptrace-results.ts';

/** Outcome of a call; `circuit_open`, `queue_full` and `paused` calls were not sent. */
export type SkiptraceOutcome =
  | 'answered'
  | 'throttled'
  | 'server_error'
  | 'refused'
  | 'timeout'
  | 'unreachable'
  | 'malformed'
  | 'circuit_open'
  | 'queue_full'
  | 'paused';

export interface SkiptraceObserver {
  onCall(outcome: SkiptraceOutcome, owners: number): void;
  /** Number of results, or parts of results, that violate the contract. */
  onDropped(count: number): void;
  onBreaker(state: 'closed' | 'half_open' | 'open'): void;
  /** Receives a function that reports running and waiting calls. */
  onOpen?(places: () => Capacity): void;
}

export interface SkiptraceOptions {
  /** Receives the batches, see docs/reference/skiptrace-provider.md. */
  url: string;
  /** Sent as bearer token. */
  key: string;
  /** Maximum owners per call. */
  batchSize: number;
  /** Time limit of one call, including its response. */
  timeoutMs: number;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  clock: Pick<Clock, 'nowMs'>;
  observer: SkiptraceObserver;
  /** Pause before the first retry; it doubles for each further one. */
  retryDelayMs?: number;
  /** How long an open circuit breaker blocks calls before it tries one. */
  breakMs?: number;
  callsInFlight?: number;
}

const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 250;
/** A longer Retry-After is not waited for. */
const MAX_RETRY_AFTER_MS = 4_000;
const FAILURES_TO_OPEN = 5;
const BREAK_MS = 10_000;
const CALLS_IN_FLIGHT = 4;
const CALLS_WAITING = 200;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const Answer = Type.Object({ results: Type.Array(Type.Unknown()) });

/** A failed call; the message contains neither the request nor the response. */
class SkiptraceError extends Error {
  override readonly name = 'SkiptraceError';
  constructor(
    readonly outcome: SkiptraceOutcome,
    message: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }

  get isPassing(): boolean {
    return ['throttled', 'server_error', 'timeout', 'unreachable', 'paused'].includes(this.outcome);
  }
}

/**
 * A skip-trace provider over HTTP: batches with a time limit and retries, a circuit breaker for a failing provider, and
 * a limit of concurrent calls. A sent call is read to its end.
 */
export function createSkiptraceProvider(options: SkiptraceOptions): SkiptraceProvider {
  const { batchSize, clock, observer, retryDelayMs = RETRY_DELAY_MS, callsInFlight = CALLS_IN_FLIGHT } = options;
  let leftAloneUntilMs = 0;
  const places = bulkhead(callsInFlight, CALLS_WAITING);
  observer.onOpen?.(() => ({
    max: callsInFlight,
    inUse: callsInFlight - places.executionSlots,
    waiting: CALLS_WAITING - places.queueSlots,
  }));
  const breaker = circuitBreaker(handleType(SkiptraceError), {
    halfOpenAfter: options.breakMs ?? BREAK_MS,
    breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN),
  });
  breaker.onStateChange((state) => observer.onBreaker(STATE_NAMES[state]));
  const repetitions = retry(
    handleWhen(
      (error) => error instanceof SkiptraceError && error.isPassing && error.retryAfterMs <= MAX_RETRY_AFTER_MS,
    ),
    {
      maxAttempts: MAX_RETRIES,
      backoff: new DelegateBackoff(({ attempt, result }) => {
        const asked = 'error' in result && result.error instanceof SkiptraceError ? result.error.retryAfterMs : 0;
        return Math.max(asked, retryDelayMs * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }),
    },
  );

  async function attempt(owners: readonly OwnerOnRecord[], batchId: string, signal: AbortSignal) {
    signal.throwIfAborted();
    try {
      const leftAloneMs = leftAloneUntilMs - clock.nowMs();
      if (leftAloneMs > 0) throw new SkiptraceError('paused', 'The provider asked to be left alone', leftAloneMs);
      return await breaker.execute(() => call(owners, batchId, options));
    } catch (error) {
      if (error instanceof SkiptraceError && error.retryAfterMs > 0) {
        leftAloneUntilMs = Math.max(leftAloneUntilMs, clock.nowMs() + error.retryAfterMs);
      }
      if (error instanceof SkiptraceError) observer.onCall(error.outcome, owners.length);
      throw error;
    }
  }

  const guarded = wrap(repetitions, places);
  return {
    batchSize,
    lookUp: async (owners, signal) => {
      const batchId = crypto.randomUUID();
      try {
        const results = await guarded.execute(() => attempt(owners, batchId, signal), signal);
        observer.onCall('answered', owners.length);
        return contactsOf(results, owners, observer);
      } catch (error) {
        if (error instanceof BrokenCircuitError) observer.onCall('circuit_open', owners.length);
        if (error instanceof BulkheadRejectedError) observer.onCall('queue_full', owners.length);
        throw error;
      }
    },
  };
}

const STATE_NAMES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.HalfOpen]: 'half_open',
  [CircuitState.Open]: 'open',
  [CircuitState.Isolated]: 'open',
} as const;

async function call(
  owners: readonly OwnerOnRecord[],
  batchId: string,
  { url, key, timeoutMs, clock, fetch: send = fetch }: SkiptraceOptions,
): Promise<unknown[]> {
  const timeout = AbortSignal.timeout(timeoutMs);
  let text: string;
  try {
    const response = await send(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json',
        // The same for every retry, so that the provider can charge once.
        'idempotency-key': batchId,
      },
      body: JSON.stringify({ requests: owners.map(requestOf) }),
      redirect: 'error',
      signal: timeout,
    });
    if (!response.ok) {
      await response.body?.cancel().catch(() => {});
      throw statusError(response, clock.nowMs());
    }
    text = await boundedText(response);
  } catch (error) {
    if (error instanceof SkiptraceError) throw error;
    if (timeout.aborted) throw new SkiptraceError('timeout', `The provider did not answer in ${timeoutMs} ms`);
    throw new SkiptraceError('unreachable', 'The provider could not be reached');
  }
  return resultsIn(text);
}

const requestOf = ({ name, isEntity, mailing }: OwnerOnRecord, index: number) => ({
  id: String(index),
  name,
  is_entity: isEntity,
  mailing_address: mailing,
});

function statusError(response: Response, nowMs: number): SkiptraceError {
  const { status } = response;
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'), nowMs);
  if (status === 429) return new SkiptraceError('throttled', 'The provider limits calls (429)', retryAfterMs);
  if (status >= 500) return new SkiptraceError('server_error', `The provider failed (${status})`, retryAfterMs);
  const help = status === 401 || status === 403 ? 'check PLAT_SKIPTRACE_KEY' : 'check PLAT_SKIPTRACE_URL';
  return new SkiptraceError('refused', `The provider refuses calls (${status}); ${help}`);
}

/** Seconds or an HTTP date (RFC 9110 section 10.2.3) as milliseconds from now; 0 for anything else. */
function retryAfterOf(text: string | null, nowMs: number): number {
  if (text === null) return 0;
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

async function boundedText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new SkiptraceError('malformed', 'The answer of the provider is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function resultsIn(text: string): unknown[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new SkiptraceError('malformed', 'The answer of the provider is not JSON');
  }
  if (Value.Check(Answer, answer)) return answer.results;
  throw new SkiptraceError('malformed', 'The answer of the provider has no list of results');
}
