import { deadlineOf, waitMs } from './deadline.ts';
import { PlatError, PlatNetworkError, PlatSearchFailedError, PlatTimeoutError } from './errors.ts';
import { OPERATIONS, type OperationName, PlatOperations } from './generated/operations.ts';
import type { BuyerSearchAnswer, BuyerSearchParameters, BuyerSearchRequest, DryRun } from './generated/schemas.ts';
import type { CallOptions, Operation } from './operation.ts';
import { answerOf, apiErrorOf, type Limits, limitsOf, NOT_PLAT, retryAfterMsOf, textOf } from './read-answer.ts';
import { headerTextOf, headerValueOf, jsonOf } from './request-text.ts';
import { retryDelayMs } from './retry.ts';

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_SEARCH_TIMEOUT_MS = 300_000;
const DEFAULT_MAX_RETRIES = 3;
/** Allowance for the network, in addition to the server's own deadline. */
const ATTEMPT_MARGIN_MS = 5_000;
const DEFAULT_POLL_MS = 2_000;
const MIN_POLL_MS = 250;
/** Maximum delay of a timer. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export interface PlatClientOptions {
  /** Base URL of Plat, such as `https://api.example.com`; a final `/v1` is ignored. */
  baseUrl: string;
  /** Sent as `x-api-key`. Keep it on a backend. Automation endpoints need no key here. */
  apiKey?: string | undefined;
  /** The end user of an enterprise key, sent as `x-user-id` on data endpoints. */
  userId?: string | undefined;
  /** Sends requests; default: the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Maximum milliseconds for a call including retries; default 60,000. */
  timeoutMs?: number | undefined;
  /** Maximum retries of a call; default 3, 0 for none. */
  maxRetries?: number | undefined;
  /** Allows sending a key over plain HTTP to another machine; default: no. */
  allowPlainHttp?: boolean | undefined;
}

/** The operations that support a dry run. */
export type DryRunName = {
  [Name in OperationName]: (typeof OPERATIONS)[Name]['offersDryRun'] extends true ? Name : never;
}[OperationName];

/** Input of an operation's method. */
export type DryRunInput<Name extends DryRunName> = (typeof OPERATIONS)[Name]['method'] extends 'GET'
  ? { parameters: Parameters<PlatOperations[Name]>[0] }
  : { body: Parameters<PlatOperations[Name]>[0]; parameters?: object | undefined };

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

interface Input {
  body?: unknown;
  parameters?: object | undefined;
  headers?: Record<string, string>;
}

/**
 * Client of the Plat API: one method for each public operation, with the retries that the API allows. A method
 * resolves with the response body and rejects with a PlatError.
 */
export class PlatClient extends PlatOperations {
  readonly #options: PlatClientOptions;
  readonly #baseUrl: string;
  #limits: Limits = { minute: null, month: null };

  /** @throws TypeError for an invalid `baseUrl`, `apiKey` or number, or when a key would be sent over plain HTTP. */
  constructor(options: PlatClientOptions) {
    super();
    if (!URL.canParse(options.baseUrl)) throw new TypeError('baseUrl must be a URL such as https://api.example.com');
    const url = new URL(options.baseUrl);
    const isPlain = url.protocol === 'http:';
    if (!isPlain && url.protocol !== 'https:') throw new TypeError('baseUrl must begin with https://');
    if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl must not contain a user or password');
    if (isPlain && !LOOPBACK_HOSTS.includes(url.hostname) && options.allowPlainHttp !== true) {
      throw new TypeError('baseUrl must begin with https://, because the key is sent with every request');
    }
    if (options.apiKey !== undefined) headerValueOf('apiKey', options.apiKey);
    checkNumbers(options);
    this.#options = options;
    // Every operation has its own path, and not all are below /v1.
    this.#baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/+v1$/, '')}`;
  }

  /** Limits from the last response that reported any. */
  get limits(): Limits {
    return this.#limits;
  }

  /** Returns what a call would take from the monthly allowance. The call itself does not run and is not counted. */
  async dryRun<Name extends DryRunName>(
    name: Name,
    input: DryRunInput<Name>,
    options: CallOptions = {},
  ): Promise<DryRun> {
    if (!Object.hasOwn(OPERATIONS, name)) throw new TypeError(`Plat has no operation called ${JSON.stringify(name)}`);
    if (!OPERATIONS[name].offersDryRun) throw new TypeError(`${name} is never counted`);
    const headers = { 'x-dry-run': 'true' };
    return (await this.#call(name, { ...input, headers }, options)).body as DryRun;
  }

  /**
   * Starts a background search and waits for the buyers, for searches longer than one request may take.
   * @param options `timeoutMs` covers the whole search; default 300,000.
   * @throws PlatSearchFailedError when the search fails; another PlatError with `searchId` while it is still
   * running.
   */
  async searchBuyersAndWait(
    body: BuyerSearchRequest,
    parameters?: BuyerSearchParameters,
    options: CallOptions = {},
  ): Promise<BuyerSearchAnswer> {
    const timeoutMs = options.timeoutMs ?? DEFAULT_SEARCH_TIMEOUT_MS;
    const endsAtMs = performance.now() + timeoutMs;
    const input = { body: { ...body, async: true }, parameters };
    const started = await this.#call('buyerSearch', input, { ...options, timeoutMs });
    // The API may return a finished search at once.
    if (Array.isArray(started.body)) return started.body as BuyerSearchAnswer;
    const { search_id: searchId } = started.body as { search_id?: unknown };
    if (typeof searchId !== 'string') throw new PlatNetworkError(`The response contains no search: ${NOT_PLAT}`);
    const firstPollMs = retryAfterMsOf(started.headers, Date.now()) ?? DEFAULT_POLL_MS;
    return this.#poll(searchId, { ...options, timeoutMs }, endsAtMs, { pauseMs: firstPollMs, status: 'pending' });
  }

  /**
   * Waits for the buyers of a background search that was started earlier.
   * @param options `timeoutMs` covers the waiting; default 300,000.
   * @throws PlatSearchFailedError when the search fails; another PlatError with `searchId` while it is still
   * running.
   */
  async waitForBuyers(searchId: string, options: CallOptions = {}): Promise<BuyerSearchAnswer> {
    const timeoutMs = options.timeoutMs ?? DEFAULT_SEARCH_TIMEOUT_MS;
    return this.#poll(searchId, { ...options, timeoutMs }, performance.now() + timeoutMs, { pauseMs: 0, status: null });
  }

  async #poll(
    searchId: string,
    options: CallOptions & { timeoutMs: number },
    endsAtMs: number,
    first: { pauseMs: number; status: 'pending' | null },
  ): Promise<BuyerSearchAnswer> {
    const leftMs = () => endsAtMs - performance.now();
    const parameters = { search_id: searchId };
    let { pauseMs, status: lastStatus } = first;
    let failure: PlatError | undefined;
    try {
      for (;;) {
        if (pauseMs >= leftMs()) throw new PlatTimeoutError(options.timeoutMs, failure);
        await waitMs(pauseMs, options.signal);
        try {
          const asked = await this.#call('buyerSearchStatus', { parameters }, { ...options, timeoutMs: leftMs() });
          const { status, error } = asked.body as { status: string; error: string | null };
          if (status === 'failed') throw new PlatSearchFailedError(error ?? 'The search failed');
          if (status === 'completed') {
            const found = await this.#call('buyerSearchResults', { parameters }, { ...options, timeoutMs: leftMs() });
            if (Array.isArray(found.body)) return found.body as BuyerSearchAnswer;
          }
          lastStatus = 'pending';
          pauseMs = Math.max(MIN_POLL_MS, retryAfterMsOf(asked.headers, Date.now()) ?? DEFAULT_POLL_MS);
        } catch (error) {
          // The search continues while polling fails.
          const delayMs = error instanceof PlatError ? retryDelayMs(error, true, 1, Math.random()) : null;
          if (delayMs === null) throw error;
          failure = error as PlatError;
          pauseMs = Math.max(DEFAULT_POLL_MS, delayMs);
        }
      }
    } catch (thrown) {
      const isPending = thrown instanceof PlatTimeoutError && lastStatus === 'pending';
      const error = isPending ? new PlatTimeoutError(options.timeoutMs, thrown.cause, lastStatus) : thrown;
      throw error instanceof PlatError ? Object.assign(error, { searchId }) : error;
    }
  }

  protected async send(name: OperationName, input: Input, options: CallOptions = {}): Promise<unknown> {
    return (await this.#call(name, input, options)).body;
  }

  /** Sends until a final response arrives, within the time of the call. */
  async #call(name: OperationName, input: Input, options: CallOptions): Promise<Answer> {
    const operation: Operation = OPERATIONS[name];
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const maxRetries = options.maxRetries ?? this.#options.maxRetries ?? DEFAULT_MAX_RETRIES;
    checkNumbers({ timeoutMs, maxRetries });
    const endsAtMs = performance.now() + timeoutMs;
    const { url, init } = this.#requestOf(operation, input, options);
    const isRepeatable = operation.method === 'GET' || operation.takesIdempotencyKey;
    for (let attempt = 1; ; attempt++) {
      options.signal?.throwIfAborted();
      const leftMs = endsAtMs - performance.now();
      if (leftMs <= 0) throw new PlatTimeoutError(timeoutMs);
      const attemptMs = Math.min(leftMs, operation.deadlineMs + ATTEMPT_MARGIN_MS);
      try {
        return await this.#attempt(operation, url, init, attemptMs, options.signal);
      } catch (error) {
        if (!(error instanceof PlatError)) throw error;
        const isOver = error instanceof PlatTimeoutError && attemptMs === leftMs;
        const pauseMs =
          isOver || attempt > maxRetries ? null : retryDelayMs(error, isRepeatable, attempt, Math.random());
        if (pauseMs === null || pauseMs >= endsAtMs - performance.now()) {
          throw error instanceof PlatTimeoutError ? new PlatTimeoutError(isOver ? timeoutMs : error.timeoutMs) : error;
        }
        await waitMs(pauseMs, options.signal);
      }
    }
  }

  #requestOf(operation: Operation, { body, parameters, headers: more }: Input, options: CallOptions) {
    const given = Object.entries(parameters ?? {}).filter(([, value]) => value !== undefined && value !== null);
    const headers = new Headers({ accept: 'application/json', ...more });
    const query = new URLSearchParams();
    for (const [name, value] of given) {
      if (operation.queryNames.includes(name)) query.set(name, String(value));
      else if (name === 'id_token' && operation.headerNames.includes(name)) {
        headers.set('authorization', `Bearer ${headerValueOf(name, String(value))}`);
      } else if (operation.headerNames.includes(name)) headers.set(name, headerTextOf(name, String(value)));
    }
    const userId = options.userId ?? this.#options.userId;
    const { apiKey } = this.#options;
    if (operation.takesApiKey && apiKey !== undefined) headers.set('x-api-key', headerValueOf('apiKey', apiKey));
    if (operation.takesUserId && userId !== undefined) headers.set('x-user-id', headerTextOf('userId', userId));
    if (operation.takesIdempotencyKey) {
      const key = options.idempotencyKey ?? crypto.randomUUID();
      headers.set('idempotency-key', headerValueOf('idempotencyKey', key));
    }
    if (body !== undefined) headers.set('content-type', 'application/json');
    const init: RequestInit = {
      method: operation.method,
      headers,
      // A redirect would send the key elsewhere.
      redirect: 'manual',
      ...(body === undefined ? {} : { body: jsonOf(body) }),
    };
    const search = query.size === 0 ? '' : `?${query}`;
    return { url: `${this.#baseUrl}${operation.path}${search}`, init };
  }

  async #attempt(
    { mayAnswerNull }: Operation,
    url: string,
    init: RequestInit,
    attemptMs: number,
    outer?: AbortSignal,
  ): Promise<Answer> {
    const send = this.#options.fetch ?? globalThis.fetch;
    const deadline = deadlineOf(attemptMs, outer);
    try {
      const response = await send(url, { ...init, signal: deadline.signal });
      const text = await textOf(response);
      const { status, headers } = response;
      const limits = limitsOf(headers);
      if (limits.minute !== null || limits.month !== null) this.#limits = limits;
      if (!response.ok) throw apiErrorOf(response, text, Date.now());
      return { status, headers, body: answerOf(text, mayAnswerNull) };
    } catch (error) {
      if (error instanceof PlatError) throw error;
      outer?.throwIfAborted();
      if (deadline.isOver()) throw new PlatTimeoutError(attemptMs, error);
      throw new PlatNetworkError(`Plat could not be reached, or its response broke off: ${reasonOf(error)}`, error);
    } finally {
      deadline.clear();
    }
  }
}

/** @throws TypeError for an invalid number, which could make a call wait or retry for ever. */
function checkNumbers({ timeoutMs = 0, maxRetries = 0 }: CallOptions): void {
  if (typeof timeoutMs !== 'number' || !(timeoutMs <= MAX_TIMEOUT_MS)) {
    throw new TypeError(`timeoutMs must be a number of milliseconds, at most ${MAX_TIMEOUT_MS}`);
  }
  if (!Number.isInteger(maxRetries) || maxRetries < 0) throw new TypeError('maxRetries must be a whole number from 0');
}

/** Why `fetch` failed; Node puts it into the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } };
  return cause?.message || cause?.code || message || String(error);
}
