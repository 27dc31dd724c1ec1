import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import type { Capacity } from '@plat/kit';
import { delay, HttpResponse, http, mockFetch } from '@plat/test-kit/mock-fetch';
import fc from 'fast-check';
import type { OwnerOnRecord } from '../domain/owner-lookup.ts';
import { createSkiptraceProvider, type SkiptraceOptions, type SkiptraceOutcome } from './skiptrace-provider.ts';

const URL_OF_PROVIDER = 'https://skiptrace.example.com/v1/batch';
const KEY = 'a-key-that-stays-secret';
const NEVER = new AbortController().signal;
const BREAK_MS = 60_000;
const LONG_MS = 120_000;
afterEach(() => void setSystemTime());

const owner = (number: number): OwnerOnRecord => ({
  ownerKey: `OWNER ${number} LLC@85003`,
  nameKey: `OWNER ${number} LLC`,
  name: `Owner ${number}, L.L.C.`,
  isEntity: true,
  mailing: { line: '9 E ALMERIA RD', city: null, state: 'AZ', zip: '85003' },
});
const OWNERS = [owner(1), owner(2)];
const result = (id: number, changes: object = {}) => ({
  id: String(id),
  first_name: 'RUTH',
  last_name: 'ASHBROOK',
  phones: [{ number: '+1 602-555-0101', line_type: 'wireless' }],
  emails: ['Ruth@Example.com'],
  ...changes,
});
const answer = (...results: unknown[]) => HttpResponse.json({ results });

/** A client of a provider with the given replies, of which the last repeats; `told` records its events. */
function providerOver(replies: Array<() => Response | Promise<Response>>, changes: Partial<SkiptraceOptions> = {}) {
  let calls = 0;
  const told = { outcomes: [] as SkiptraceOutcome[], breaker: [] as string[], dropped: 0 };
  let places = (): Capacity => ({ inUse: 0 });
  const { fetch, requests } = mockFetch(
    http.post(URL_OF_PROVIDER, () => replies[Math.min(calls++, replies.length - 1)]!()),
  );
  const provider = createSkiptraceProvider({
    url: URL_OF_PROVIDER,
    key: KEY,
    batchSize: 100,
    timeoutMs: 30_000,
    fetch,
    clock: { nowMs: () => Date.now() },
    retryDelayMs: 1,
    breakMs: BREAK_MS,
    observer: {
      onCall: (outcome) => told.outcomes.push(outcome),
      onDropped: (count) => {
        told.dropped += count;
      },
      onBreaker: (state) => told.breaker.push(state),
      onOpen: (look) => {
        places = look;
      },
    },
    ...changes,
  });
  const failure = (owners = OWNERS, signal = NEVER) =>
    provider.lookUp(owners, signal).then(
      () => null,
      (error: unknown) => error as Error,
    );
  return { provider, requests, told, failure, places: () => places() };
}

describe('a provider call', () => {
  test('sends a batch of owners with mailing addresses and the secret key, by number alone', async () => {
    const { provider, requests } = providerOver([() => answer(result(0), result(1))]);
    await provider.lookUp(OWNERS, NEVER);
    const [request] = requests;
    expect(request?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
    expect(await request?.json()).toEqual({
      requests: [0, 1].map((id) => ({
        id: String(id),
        name: `Owner ${id + 1}, L.L.C.`,
        is_entity: true,
        mailing_address: { line: '9 E ALMERIA RD', city: null, state: 'AZ', zip: '85003' },
      })),
    });
  });

  test('keeps its idempotency key in retries; the next batch has another', async () => {
    const { provider, requests } = providerOver([() => new HttpResponse(null, { status: 500 }), () => answer()]);
    await provider.lookUp(OWNERS, NEVER);
    await provider.lookUp(OWNERS, NEVER);
    const [first, repeated, next] = requests.map((request) => request.headers.get('idempotency-key'));
    expect(repeated).toBe(first!);
    expect(next).not.toBe(first!);
  });
});

describe('a response', () => {
  test('is normalised: phones to ten digits by line type, e-mail to lower case, names to title case', async () => {
    const phones = [
      { number: '(602) 555-0102', line_type: 'landline' },
      { number: '16025550101', line_type: 'wireless' },
      { number: '6025550103', line_type: 'voip' },
      { number: '6025550101', line_type: 'wireless' },
    ];
    const { provider, told } = providerOver([() => answer(result(0, { phones }))]);
    const found = await provider.lookUp(OWNERS, NEVER);
    expect(found.get(OWNERS[0]!.ownerKey)).toEqual({
      firstName: 'Ruth',
      lastName: 'Ashbrook',
      zip: null,
      wireless: ['6025550101'],
      landline: ['6025550102', '6025550103'],
      email: ['ruth@example.com'],
    });
    expect(found.has(OWNERS[1]!.ownerKey)).toBe(false);
    expect(told).toEqual({ outcomes: ['answered'], breaker: [], dropped: 0 });
  });

  test('without name, number and address means nobody', async () => {
    const nobody = result(1, { first_name: null, last_name: ' ', phones: [], emails: [] });
    const { provider } = providerOver([() => answer(nobody)]);
    expect((await provider.lookUp(OWNERS, NEVER)).get(OWNERS[1]!.ownerKey)).toBeNull();
  });

  test.each<[string, unknown]>([
    ['no object', 7],
    ['of an id that was not asked', result(9)],
    ['of an id that is no number', result(0, { id: '__proto__' })],
    ['without phones', result(0, { phones: undefined })],
    ['with a name of another type', result(0, { first_name: 5 })],
    [
      'with nothing but numbers that are none',
      result(0, { ...NAMELESS(), phones: [{ number: '1', line_type: 'wireless' }] }),
    ],
  ])('drops a result %s and says nothing of its owner', async (_, broken) => {
    const { provider, told } = providerOver([() => answer(broken, result(1))]);
    const found = await provider.lookUp(OWNERS, NEVER);
    expect([...found.keys()]).toEqual([OWNERS[1]!.ownerKey]);
    expect(told.dropped).toBeGreaterThan(0);
  });

  test('uses the first of two results for one owner', async () => {
    const { provider, told } = providerOver([() => answer(result(0), result(0, { first_name: 'Other' }))]);
    expect((await provider.lookUp(OWNERS, NEVER)).get(OWNERS[0]!.ownerKey)?.firstName).toBe('Ruth');
    expect(told.dropped).toBe(1);
  });

  test('of any shape never crashes a lookup or names an owner that was not asked for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.jsonValue(), fc.constant(result(0)))), async (results) => {
        const { provider } = providerOver([() => answer(...results)]);
        const found = await provider.lookUp(OWNERS, NEVER);
        expect(OWNERS.map(({ ownerKey }) => ownerKey)).toEqual(expect.arrayContaining([...found.keys()]));
      }),
      { numRuns: 100 },
    );
  });
});

function NAMELESS() {
  return { first_name: null, last_name: null, emails: [] };
}

describe('a provider that fails', () => {
  const failing =
    (status: number, headers: Record<string, string> = {}) =>
    () =>
      new HttpResponse('a stack with secrets', { status, headers });

  test.each<[string, SkiptraceOutcome, () => Response]>([
    ['500', 'server_error', failing(500)],
    ['429', 'throttled', failing(429)],
    ['a lost connection', 'unreachable', () => HttpResponse.error()],
  ])('with %s is asked three times in all', async (_, outcome, reply) => {
    const { failure, requests, told } = providerOver([reply]);
    expect(await failure()).toMatchObject({ outcome });
    expect(requests).toHaveLength(3);
    expect(told.outcomes).toEqual([outcome, outcome, outcome]);
  });

  test.each<[string, SkiptraceOutcome, () => Response]>([
    ['refuses the key', 'refused', failing(401)],
    ['does not know the path', 'refused', failing(404)],
    ['sends no JSON', 'malformed', () => new HttpResponse('<html>')],
    ['sends no results', 'malformed', () => HttpResponse.json({ result: [] })],
    ['sends more than 4 MB', 'malformed', () => new HttpResponse('x'.repeat(5_000_000))],
  ])('and %s is not asked again: it may have charged', async (_, outcome, reply) => {
    const { failure, requests } = providerOver([reply]);
    const error = await failure();
    expect(error).toMatchObject({ outcome });
    expect(String(error)).not.toMatch(/secret|Owner|stack/);
    expect(requests).toHaveLength(1);
  });

  test('is retried and used when it recovers', async () => {
    const { provider, told } = providerOver([failing(503), failing(502), () => answer(result(0))]);
    expect((await provider.lookUp(OWNERS, NEVER)).size).toBe(1);
    expect(told.outcomes).toEqual(['server_error', 'server_error', 'answered']);
  });

  test('times out when it does not respond', async () => {
    const { failure, told } = providerOver([() => delay('infinite').then(() => answer())], { timeoutMs: 30 });
    expect(await failure()).toMatchObject({ outcome: 'timeout' });
    expect(told.outcomes).toEqual(['timeout', 'timeout', 'timeout']);
  });
});

describe('a provider that sends Retry-After', () => {
  const throttled = (retryAfter: string) => () =>
    new HttpResponse(null, { status: 429, headers: { 'retry-after': retryAfter } });

  test('of one second is waited for', async () => {
    const { provider, requests } = providerOver([throttled('1'), () => answer(result(0))]);
    const startedMs = performance.now();
    expect((await provider.lookUp(OWNERS, NEVER)).size).toBe(1);
    expect(performance.now() - startedMs).toBeGreaterThan(950);
    expect(requests).toHaveLength(2);
  });

  test.each([
    ['seconds', String(LONG_MS / 1_000)],
    ['a date', new Date(Date.now() + LONG_MS).toUTCString()],
  ])('for longer, by %s, is not waited for, and left alone by the next batch too', async (_, retryAfter) => {
    const { failure, requests, told } = providerOver([throttled(retryAfter)]);
    const startedMs = performance.now();
    expect(await failure()).toMatchObject({ outcome: 'throttled' });
    expect(await failure()).toMatchObject({ outcome: 'paused' });
    expect(performance.now() - startedMs).toBeLessThan(LONG_MS / 2);
    expect(requests).toHaveLength(1);
    expect(told.outcomes).toEqual(['throttled', 'paused']);
  });
});

test('opens the circuit after five failures, tries one call later, and closes it on success', async () => {
  let isUp = false;
  const { failure, provider, requests, told } = providerOver([
    () => (isUp ? answer(result(0)) : new HttpResponse(null, { status: 500 })),
  ]);
  await failure();
  await failure();
  expect(requests).toHaveLength(5);
  expect(told.breaker).toEqual(['open']);
  expect((await failure())?.name).not.toBe('SkiptraceError');
  expect(requests).toHaveLength(5);
  expect(told.outcomes.at(-1)).toBe('circuit_open');

  setSystemTime(Date.now() + BREAK_MS);
  await failure();
  expect(requests).toHaveLength(6);
  expect(told.breaker).toEqual(['open', 'half_open', 'open']);

  isUp = true;
  setSystemTime(Date.now() + BREAK_MS);
  expect((await provider.lookUp(OWNERS, NEVER)).size).toBe(1);
  expect(told.breaker).toEqual(['open', 'half_open', 'open', 'half_open', 'closed']);
});

test('limits concurrent calls and reports how many wait', async () => {
  let [running, most] = [0, 0];
  const { provider, places } = providerOver(
    [
      async () => {
        most = Math.max(most, ++running);
        await delay(20);
        running -= 1;
        return answer(result(0));
      },
    ],
    { callsInFlight: 2 },
  );
  const lookups = Array.from({ length: 8 }, () => provider.lookUp(OWNERS, NEVER));
  expect(places()).toEqual({ max: 2, inUse: 2, waiting: 6 });
  await Promise.all(lookups);
  expect(most).toBe(2);
  expect(places()).toEqual({ max: 2, inUse: 0, waiting: 0 });
});

test('an aborted lookup sends no further call, but reads the one that was sent', async () => {
  const stop = new AbortController();
  const { failure, requests } = providerOver([() => new HttpResponse(null, { status: 500 })], { retryDelayMs: 40 });
  setTimeout(() => stop.abort(), 20);
  await failure(OWNERS, stop.signal);
  expect(requests).toHaveLength(1);

  const other = new AbortController();
  const slow = providerOver([() => delay(40).then(() => answer(result(0)))]);
  setTimeout(() => other.abort(), 10);
  expect((await slow.provider.lookUp(OWNERS, other.signal)).size).toBe(1);
});
