import { afterEach, describe, expect, test } from 'bun:test';
import { PlatClient, PlatTimeoutError } from './index.ts';
import { json, type StandIn, standIn } from './stand-in.fixture.ts';

const servers: StandIn[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const failureOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: Error) => error,
  );
const textOf = (error: unknown): string => {
  const { message, stack, cause } = error as Error;
  return [message, stack, cause === undefined ? '' : textOf(cause)].join('\n');
};

describe('a secret that no header can carry', () => {
  const SECRET = 'plat_sub_live_4Zx9';
  test.each([`${SECRET}\nmore`, `${SECRET}\r\nx-evil: 1`, `${SECRET}\0`, `${SECRET}\u2028${SECRET}`])(
    'refuses it as apiKey without showing it: case %#',
    (apiKey) => {
      let thrown: unknown;
      try {
        new PlatClient({ baseUrl: 'https://api.example.com', apiKey });
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(TypeError);
      expect((thrown as Error).message).toContain('apiKey');
      expect(textOf(thrown)).not.toContain('4Zx9');
    },
  );

  test('accepts surrounding white space, such as a final line break of a file', async () => {
    const server = standIn(json(200, []));
    servers.push(server);
    const plat = new PlatClient({ baseUrl: server.url, apiKey: `${SECRET}\n` });
    await plat.autocomplete({ search_string: 'Phoenix' });
    expect(server.requests[0]?.headers.get('x-api-key')).toBe(SECRET);
  });

  test('refuses it as idempotencyKey, userId and ID token', async () => {
    const server = standIn(json(200, []));
    servers.push(server);
    const plat = new PlatClient({ baseUrl: server.url, apiKey: SECRET });
    const bad = 'secret-4Zx9\nx-evil: 1';
    for (const [name, call] of [
      ['idempotencyKey', plat.autocomplete({ search_string: 'Phoenix' }, { idempotencyKey: bad })],
      ['userId', plat.autocomplete({ search_string: 'Phoenix' }, { userId: bad })],
      ['id_token', plat.automationSetup({ uid: 'u' }, { id_token: bad })],
      ['search-id', plat.legacyResults({ 'search-id': bad })],
    ] as const) {
      const failure = await failureOf(call);
      expect(failure).toBeInstanceOf(TypeError);
      expect(failure.message).toContain(name);
      expect(textOf(failure)).not.toContain('4Zx9');
    }
    expect(server.requests).toHaveLength(0);
  });
});

test.each(['noSuchOperation', 'constructor', '__proto__', ''])(
  'dryRun names an unknown operation: %p',
  async (name) => {
    const plat = new PlatClient({ baseUrl: 'https://api.example.com' });
    // @ts-expect-error there is no such operation
    const failure = await failureOf(plat.dryRun(name, {}));
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure.message).toBe(`Plat has no operation called ${JSON.stringify(name)}`);
    // @ts-expect-error usage is never counted
    expect((await failureOf(plat.dryRun('usage', {}))).message).toBe('usage is never counted');
  },
);

describe('a background search that is still pending at its timeout', () => {
  const pending = json(200, { search_id: 's-1', status: 'pending', error: null }, { 'retry-after': '0' });
  const started = json(202, { search_id: 's-1', status: 'pending' }, { 'retry-after': '0' });
  const platOf = (...answers: Parameters<typeof standIn>) => {
    const server = standIn(...answers);
    servers.push(server);
    return new PlatClient({ baseUrl: server.url });
  };

  test.each([
    [
      'searchBuyersAndWait',
      () => platOf(started, pending).searchBuyersAndWait({ address: 'a' }, {}, { timeoutMs: 700 }),
    ],
    ['waitForBuyers', () => platOf(pending).waitForBuyers('s-1', { timeoutMs: 700 })],
  ])('says so: %s', async (_, search) => {
    const failure = await failureOf(search());
    expect(failure).toBeInstanceOf(PlatTimeoutError);
    expect(failure).toMatchObject({ kind: 'timeout', timeoutMs: 700, searchId: 's-1', searchStatus: 'pending' });
    expect(failure.message).toBe(
      'The search is still pending after 700 ms. It is still running: call waitForBuyers(searchId) to wait again',
    );
  });

  test('is also reported when the last poll got no response in time', async () => {
    const never = () => new Promise<Response>(() => {});
    const failure = await failureOf(
      platOf(started, pending, never).searchBuyersAndWait({ address: 'a' }, {}, { timeoutMs: 900 }),
    );
    expect(failure).toMatchObject({ kind: 'timeout', timeoutMs: 900, searchStatus: 'pending' });
    expect(failure.message).toContain('still pending after 900 ms');
  });

  test('is not claimed when Plat did not report it', async () => {
    const failure = await failureOf(
      platOf(() => new Promise<Response>(() => {})).waitForBuyers('s-1', { timeoutMs: 300 }),
    );
    expect(failure).toMatchObject({ kind: 'timeout', searchId: 's-1', searchStatus: null });
    expect(failure.message).not.toContain('pending');
  });
});
