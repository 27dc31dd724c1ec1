import type { Clock, Places } from '@plat/kit';
import { displayWords } from '@plat/records';
import { type Static, Type } from '@sinclair/typebox';
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
import type { SkiptraceProvider } from '../../search/index.ts';
import { readEmailAddress, readPhoneNumber } from '../domain/contact-points.ts';
import type { OwnerOnRecord } from '../domain/owner-lookup.ts';
import type { Contact } from '../domain/suppression.ts';

/** What became of a call; `circuit_open`, `queue_full` and `paused` were not made. */
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
  /** Results or parts of results that do not keep to the contract. */
  onDropped(count: number): void;
  onBreaker(state: 'closed' | 'half_open' | 'open'): void;
  /** Gets what tells how many calls run and wait. */
  onOpen?(places: () => Places): void;
}

export interface SkiptraceOptions {
  /** Takes the batches, as described in docs/reference/skiptrace-provider.md. */
  url: string;
  /** Goes as bearer token. */
  key: string;
  /** Owners of one call. */
  batchSize: number;
  /** Of one call, answer included. */
  timeoutMs: number;
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  clock: Pick<Clock, 'nowMs'>;
  observer: SkiptraceObserver;
  /** First pause before a repetition, doubling from one to the next. */
  retryDelayMs?: number;
  /** How long an open breaker lets nothing through before it tries one call. */
  breakMs?: number;
  callsInFlight?: number;
}

const MAX_RETRIES = 2;
const RETRY_DELAY_MS = 250;
/** A provider that wants to be left alone for longer than this is not waited for. */
const MAX_RETRY_AFTER_MS = 4_000;
const FAILURES_TO_OPEN = 5;
const BREAK_MS = 10_000;
const CALLS_IN_FLIGHT = 4;
const CALLS_WAITING = 200;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const MAX_NUMBERS = 10;
const MAX_NAME_CHARACTERS = 100;

const Answer = Type.Object({ results: Type.Array(Type.Unknown()) });
const Text = Type.Union([Type.String(), Type.Null()]);
const Result = Type.Object({
  id: Type.String(),
  first_name: Text,
  last_name: Text,
  phones: Type.Array(Type.Unknown()),
  emails: Type.Array(Type.Unknown()),
});
const Phone = Type.Object({ number: Type.String({ maxLength: 40 }), line_type: Type.String() });

/** A call that failed; its text says nothing of what was asked or answered. */
export class SkiptraceError extends Error {
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
 * A skiptrace provider over HTTP: batches, a time limit and repetitions for each, a breaker that leaves a provider alone
 * which fails again and again, and a bound on calls at the same time. A call that was sent is heard to its end.
 */
export function createSkiptraceProvider(options: SkiptraceOptions): SkiptraceProvider {
  const { batchSize, clock, observer, retryDelayMs = RETRY_DELAY_MS, callsInFlight = CALLS_IN_FLIGHT } = options;
  let leftAloneUntilMs = 0;
  const places = bulkhead(callsInFlight, CALLS_WAITING);
  observer.onOpen?.(() => ({
    ...{ most: callsInFlight, inUse: callsInFlight - places.executionSlots },
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
        // The same for every repetition, so that a provider need not charge for it twice.
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

/** Seconds or an HTTP date (RFC 9110 section 10.2.3), as milliseconds from now; 0 when it says nothing. */
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

/** What each owner's result says; a result that cannot be read says nothing of its owner. */
function contactsOf(
  results: readonly unknown[],
  owners: readonly OwnerOnRecord[],
  observer: Pick<SkiptraceObserver, 'onDropped'>,
): Map<string, Contact | null> {
  const contacts = new Map<string, Contact | null>();
  let dropped = 0;
  for (const result of results) {
    const owner = Value.Check(Result, result) && /^\d+$/.test(result.id) ? owners[Number(result.id)] : undefined;
    if (owner === undefined || contacts.has(owner.ownerKey)) {
      dropped += 1;
      continue;
    }
    const read = contactIn(result as Static<typeof Result>);
    dropped += read.dropped;
    // Numbers of which not one can be read do not mean that nobody is known.
    if (read.contact !== null || read.dropped === 0) contacts.set(owner.ownerKey, read.contact);
  }
  if (dropped > 0) observer.onDropped(dropped);
  return contacts;
}

function contactIn(result: Static<typeof Result>): { contact: Contact | null; dropped: number } {
  const phones = result.phones.flatMap((phone) => {
    const number = Value.Check(Phone, phone) ? readPhoneNumber(phone.number) : null;
    return number === null ? [] : [{ number, isWireless: (phone as Static<typeof Phone>).line_type === 'wireless' }];
  });
  const emails = result.emails.flatMap((text) => (typeof text === 'string' ? (readEmailAddress(text) ?? []) : []));
  const numbers = (isWireless: boolean) =>
    [...new Set(phones.flatMap((phone) => (phone.isWireless === isWireless ? [phone.number] : [])))].slice(
      0,
      MAX_NUMBERS,
    );
  const contact = {
    firstName: nameIn(result.first_name),
    lastName: nameIn(result.last_name),
    zip: null,
    wireless: numbers(true),
    landline: numbers(false),
    email: [...new Set(emails)].slice(0, MAX_NUMBERS),
  };
  const tells = contact.wireless.length + contact.landline.length + contact.email.length > 0;
  const isNamed = contact.firstName !== null || contact.lastName !== null;
  const dropped = result.phones.length - phones.length + (result.emails.length - emails.length);
  return { contact: tells || isNamed ? contact : null, dropped };
}

function nameIn(text: string | null): string | null {
  const name = text?.replace(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARACTERS) ?? '';
  if (name === '') return null;
  return name === name.toUpperCase() || name === name.toLowerCase() ? displayWords(name.toUpperCase()) : name;
}
