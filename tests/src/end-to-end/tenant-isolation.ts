import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { type AnyEndpoint, type KeyKind, PUBLIC_ENDPOINTS, takesIdempotencyKey } from '@plat/contracts';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import type { EndToEndPlatform } from './platform.ts';

const SLOW_MS = 120_000;
const POLL_MS = 100;
const NOT_YOURS = [400, 401, 403, 404];
/** Each request of this suite counts, and none may meet a limit. */
const PER_MINUTE = 10_000;

/** A holder of one key, with the ids of everything that it has. */
interface Tenant {
  name: string;
  kind: KeyKind;
  headers: Record<string, string>;
  /** By what a parameter names, such as `search`; what a tenant of this kind cannot have is not there. */
  ids: Partial<Record<Thing, string>>;
}

const THINGS = ['user', 'subscription', 'search', 'delivery', 'legacySearch'] as const;
type Thing = (typeof THINGS)[number];

interface Sent {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string | undefined>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

/** How one parameter that names something of a tenant is tried. */
interface IdParameter {
  thing: Thing;
  request(id: string): Omit<Sent, 'method' | 'path'>;
  /** What the owner itself is answered: without it a refusal of others would prove nothing. */
  ownStatus: number;
}

/** By operation and parameter. What names nothing of a tenant stands in `NO_IDS` with its reason. */
const ID_PARAMETERS: Readonly<Record<string, IdParameter>> = {
  'buyerSearchResults search_id': { thing: 'search', request: (id) => ({ query: { search_id: id } }), ownStatus: 200 },
  'buyerSearchStatus search_id': { thing: 'search', request: (id) => ({ query: { search_id: id } }), ownStatus: 200 },
  'replayWebhook delivery_id': { thing: 'delivery', request: (id) => ({ body: { delivery_id: id } }), ownStatus: 202 },
  'legacyResults search-id': {
    thing: 'legacySearch',
    request: (id) => ({ headers: { 'search-id': id } }),
    ownStatus: 200,
  },
  'getApiUser user_id': { thing: 'user', request: (id) => ({ query: { user_id: id } }), ownStatus: 200 },
  'updateApiUser user_id': {
    thing: 'user',
    request: (id) => ({ body: { user_id: id, active: false } }),
    ownStatus: 200,
  },
  'createApiUserSubscription user_id': {
    thing: 'user',
    request: (id) => ({ body: { user_id: id, plan_id: 'isolation' } }),
    ownStatus: 201,
  },
  'updateApiUserSubscription subscription_id': {
    thing: 'subscription',
    request: (id) => ({ body: { subscription_id: id, active: false } }),
    ownStatus: 200,
  },
};

/** Parameters whose names look like ids, and why no tenant's thing is behind them or which test below tries them. */
const NO_IDS: Readonly<Record<string, string>> = {
  'createApiUser user_id': 'a name that the caller gives; the same under two keys is two users, tried below',
  'createApiUserSubscription plan_id': 'plans are the installation’s; which of them a key may use is tried below',
  'listApiUsers cursor': 'tried below',
  'webhookDeliveries cursor': 'tried below',
  'automationSetup uid': 'tried below',
  'legacySearch userId': 'a label of the caller, kept with the search',
  'automationAuth api_key': 'the key itself',
  'subscribeWebhook api_key': 'the key itself',
  'unsubscribeWebhook api_key': 'the key itself',
  'listSubscriptions api_key': 'the key itself',
  'exampleBuyers api_key': 'the key itself',
  'triggerWebhooks apiKey': 'the key itself',
  'subscribeWebhook web_url': 'tried below',
  'unsubscribeWebhook web_url': 'tried below',
  'unsubscribeWebhook id': 'tried below',
};

const LOOKS_LIKE_ID = /(?:^|[_-])(?:id|uid|cursor|key|url)$|(?:Id|Key|Cursor)$/;
const CALLBACKS = new Set(['webhook_url', 'deal_url', 'notifyUrl']);

/** Every parameter of an endpoint that looks like the name of something. */
function idParametersOf({ operation, request }: AnyEndpoint): string[] {
  const names = [
    ...Object.keys(request.query?.properties ?? {}),
    ...Object.keys(request.body?.properties ?? {}),
    ...Object.keys(request.headers ?? {}),
  ];
  const ids = names.filter((name) => LOOKS_LIKE_ID.test(name) && !CALLBACKS.has(name));
  return [...new Set(ids)].map((name) => `${operation} ${name}`);
}

const given = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

/**
 * Whoever holds one key tries everything that another one has, at every endpoint that takes it, and is answered as if
 * there were no such thing.
 */
export function tenantIsolation(platform: () => EndToEndPlatform): void {
  const run = randomUUID().slice(0, 8);
  const tenants: Tenant[] = [];
  let receiver: TestReceiver;

  const send = async ({ method, path, headers = {}, query = {}, body }: Sent) => {
    const search = new URLSearchParams(given(query));
    const response = await fetch(`${platform().url}${path}?${search}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...given(headers) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: answers of every operation
    const parsed = (): any => JSON.parse(text);
    return { status: response.status, headers: response.headers, text, parsed };
  };
  const expectStatus = async (status: number, request: Sent) => {
    const answer = await send(request);
    if (answer.status !== status) throw new Error(`${request.method} ${request.path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const until = async (holds: () => Promise<boolean>) => {
    const endMs = Date.now() + SLOW_MS / 2;
    while (!(await holds())) {
      if (Date.now() > endMs) throw new Error('did not happen in time');
      await Bun.sleep(POLL_MS);
    }
  };

  /** A key with everything that its kind can have. */
  const tenant = async (name: string, company: string, kind: KeyKind): Promise<Tenant> => {
    const own = `${name}-${run}`;
    const { key } = await platform().plat(
      ...['key', 'create', '--kind', kind, '--name', own, '--company', `${company} ${run}`],
      ...['--rate-limit', String(PER_MINUTE), ...(kind === 'enterprise' ? ['--plan', 'isolation'] : [])],
    );
    const made: Tenant = { name, kind, headers: { 'x-api-key': key }, ids: {} };
    const { headers, ids } = made;
    if (kind === 'enterprise') {
      ids.user = `agent of ${own}`;
      await expectStatus(201, { method: 'POST', path: '/v1/api-users', headers, body: { user_id: ids.user } });
      const subscribing = { user_id: ids.user, plan_id: 'isolation' };
      const path = '/v1/api-user-subscriptions';
      ids.subscription = (await expectStatus(201, { method: 'POST', path, headers, body: subscribing })).parsed().id;
    }
    const asUser = { ...headers, ...(ids.user === undefined ? {} : { 'x-user-id': ids.user }) };
    const notified = receiver.url(`/${name}`);
    if (kind === 'legacy_search') {
      const body = { address: houseAddress, userId: 'label', notifyUrl: notified };
      ids.legacySearch = (
        await expectStatus(200, { method: 'POST', path: '/v1/search', headers, body })
      ).parsed().searchId;
      const legacy = { method: 'GET', path: '/v1/results', headers: { ...headers, 'search-id': ids.legacySearch! } };
      await until(async () => (await send(legacy)).status === 200);
    } else {
      const body = { ...house, async: true, webhook_url: notified };
      const begun = await expectStatus(202, { method: 'POST', path: '/v1/buyer-search', headers: asUser, body });
      ids.search = begun.parsed().search_id;
    }
    await until(async () => {
      const listed = await expectStatus(200, { method: 'GET', path: '/v1/webhook-deliveries', headers });
      ids.delivery = listed
        .parsed()
        .deliveries.find(({ status }: { status: string }) => status === 'delivered')?.delivery_id;
      return ids.delivery !== undefined;
    });
    return made;
  };

  let house: { latitude: number; longitude: number; radius_miles: number };
  let houseAddress: string;

  beforeAll(async () => {
    receiver = await startTestReceiver({ insecure: true, names: ['127.0.0.1'] });
    const { plat } = platform();
    await plat(
      ...['plan', 'create', 'isolation', '--name', 'Isolation', '--price', '1', '--buyer-search', '1000'],
      ...['--autocomplete', '1000', '--analytics-search', '1000', '--investor-comps', '1000', '--linked-deals', '1000'],
    );
    await plat('plan', 'create', 'of-others', '--name', 'Of others', '--price', '1', '--buyer-search', '1');
    const { key } = await plat('key', 'create', '--kind', 'subscriber', '--name', `scout-${run}`);
    const scout = { 'x-api-key': key as string };
    const typed = { method: 'POST', path: '/v1/autocomplete', headers: scout, body: { search_string: 'Phoenix' } };
    const [{ latitude, longitude }] = (await expectStatus(200, typed)).parsed();
    house = { latitude, longitude, radius_miles: 10 };
    const near = { method: 'POST', path: '/v1/buyer-search', headers: scout, body: { ...house, explain: true } };
    houseAddress = (await expectStatus(200, near)).parsed()[0].address;
    // Two keys of one company are as apart as those of two.
    for (const [name, company, kind] of [
      ['a-enterprise', 'A', 'enterprise'],
      ['a-enterprise-2', 'A', 'enterprise'],
      ['a-subscriber', 'A', 'subscriber'],
      ['a-legacy', 'A', 'legacy_search'],
      ['b-enterprise', 'B', 'enterprise'],
      ['b-subscriber', 'B', 'subscriber'],
      ['b-subscriber-2', 'B', 'subscriber'],
      ['b-legacy', 'B', 'legacy_search'],
    ] as const) {
      tenants.push(await tenant(name, company, kind));
    }
  }, SLOW_MS);
  afterAll(() => receiver?.close());

  test('every parameter of the interface that looks like an id is tried here, or said not to be one', () => {
    const there = PUBLIC_ENDPOINTS.flatMap(idParametersOf).sort();
    expect(there).toEqual([...Object.keys(ID_PARAMETERS), ...Object.keys(NO_IDS)].sort());
    expect(PUBLIC_ENDPOINTS.filter(({ path }) => /[:{*]/.test(path))).toEqual([]);
  });

  /** As one who has never seen the id is answered; the id itself and what differs between any two answers is left out. */
  const shown = async (request: Sent, id: string) => {
    const { status, headers, text } = await send(request);
    const told = Object.fromEntries([...headers].filter(([name]) => !CHANGING_HEADERS.has(name)));
    return { status, told, text: text.replaceAll(JSON.stringify(id).slice(1, -1), '<id>').replace(REQUEST_ID, '') };
  };
  const REQUEST_ID = /"request_id":"[^"]*"/;
  /** Of the moment and, with `connection`, of the proxy, which ends one after so many requests. */
  const CHANGING_HEADERS = new Set([
    ...['date', 'x-request-id', 'content-length', 'ratelimit', 'x-ratelimit-remaining'],
    'connection',
  ]);
  const neverExisted = (id: string): string =>
    /^[\da-f-]{36}$/.test(id)
      ? `${id.slice(0, 24)}${randomUUID().slice(24)}`
      : `${id.slice(0, -8)}${randomUUID().slice(0, 8)}`;

  describe.each(Object.entries(ID_PARAMETERS))('%s', (name, { thing, request, ownStatus }) => {
    const operation = name.split(' ')[0];
    const { method, path, policy } = PUBLIC_ENDPOINTS.find((one) => one.operation === operation)!;
    const owners = () => tenants.filter((one) => one.ids[thing] !== undefined && policy.keyKinds.includes(one.kind));
    const asked = (who: Tenant, id: string): Sent => {
      const { headers, ...rest } = request(id);
      const userId =
        policy.missingUserStatus === null || who.ids.user === undefined ? {} : { 'x-user-id': who.ids.user };
      return { method, path, headers: { ...who.headers, ...userId, ...headers }, ...rest };
    };

    test(
      'of another key is answered as one that never existed',
      async () => {
        expect(owners().length).toBeGreaterThan(1);
        for (const owner of owners()) {
          for (const other of tenants.filter((one) => one !== owner)) {
            const id = owner.ids[thing] ?? '';
            const unknown = neverExisted(id);
            const [foreign, never] = [await shown(asked(other, id), id), await shown(asked(other, unknown), unknown)];
            expect({ other: other.name, owner: owner.name, ...foreign }).toEqual({
              ...{ other: other.name, owner: owner.name, ...never },
            });
            expect(NOT_YOURS).toContain(foreign.status);
          }
        }
      },
      SLOW_MS,
    );

    test('of its own key is there, also after all others tried it', async () => {
      for (const owner of owners()) {
        const answer = await send(asked(owner, owner.ids[thing] ?? ''));
        expect([owner.name, answer.status, answer.text.slice(0, 200)]).toEqual([
          ...[owner.name, ownStatus, expect.any(String)],
        ]);
        // What switching off left.
        if (thing === 'user') {
          const body = { user_id: owner.ids.user, active: true };
          await expectStatus(200, { method: 'PATCH', path: '/v1/api-users', headers: owner.headers, body });
        }
      }
    });
  });

  const all = (kind: KeyKind) => tenants.filter((one) => one.kind === kind);
  const secretsOf = (one: Tenant): string[] => Object.values(one.ids);
  const others = (one: Tenant) => tenants.filter((other) => other !== one);

  test(
    'no list of one key holds anything of another, whatever cursor it is given',
    async () => {
      for (const one of tenants) {
        const lists = [
          { path: '/v1/webhook-deliveries' },
          ...(one.kind === 'enterprise' ? [{ path: '/v1/api-users/list' }] : []),
        ];
        const cursors = [undefined, ...tenants.flatMap(secretsOf), '!', ' ', '0'];
        for (const { path } of lists) {
          for (const cursor of cursors) {
            const query = cursor === undefined ? {} : { cursor };
            const { status, text } = await send({ method: 'GET', path, headers: one.headers, query });
            expect([path, cursor, status === 200 || status === 400]).toEqual([path, cursor, true]);
            // A cursor may be quoted by the sentence that refuses it.
            const held = others(one)
              .flatMap(secretsOf)
              .filter((id) => id !== cursor && text.includes(id));
            expect([one.name, path, cursor, held]).toEqual([one.name, path, cursor, []]);
          }
        }
      }
    },
    SLOW_MS,
  );

  test(
    'a user of one key is nobody under another, at every endpoint that asks for a user',
    async () => {
      const endpoints = PUBLIC_ENDPOINTS.filter(({ policy }) => policy.missingUserStatus !== null);
      expect(endpoints.length).toBeGreaterThan(8);
      for (const one of all('enterprise')) {
        for (const owner of all('enterprise').filter((other) => other !== one)) {
          const unknown = neverExisted(owner.ids.user ?? '');
          for (const { method, path, example, operation } of endpoints) {
            const ask = (userId: string) => {
              const headers = { ...one.headers, 'x-user-id': userId };
              const query =
                operation.startsWith('buyerSearch') && method === 'GET' ? { search_id: one.ids.search! } : {};
              return shown({ method, path, headers, query, ...(method === 'GET' ? {} : { body: example }) }, userId);
            };
            const [foreign, never] = [await ask(owner.ids.user!), await ask(unknown)];
            expect({ operation, ...foreign }).toEqual({ operation, ...never });
            expect(NOT_YOURS).toContain(foreign.status);
          }
        }
      }
    },
    SLOW_MS,
  );

  test('the same user_id under two keys is two users', async () => {
    const [one, other] = all('enterprise') as [Tenant, Tenant];
    const userId = `shared-${run}`;
    const make = (who: Tenant) =>
      send({ method: 'POST', path: '/v1/api-users', headers: who.headers, body: { user_id: userId } });
    expect([(await make(one)).status, (await make(other)).status]).toEqual([201, 201]);
    const body = { user_id: userId, active: false };
    await expectStatus(200, { method: 'PATCH', path: '/v1/api-users', headers: one.headers, body });
    const read = { method: 'GET', path: '/v1/api-users', headers: other.headers, query: { user_id: userId } };
    expect((await expectStatus(200, read)).parsed().active).toBe(true);
  });

  test('a plan that the key was not given is as one that never existed', async () => {
    const [one] = all('enterprise') as [Tenant];
    const ask = (planId: string) =>
      shown(
        {
          ...{ method: 'POST', path: '/v1/api-user-subscriptions', headers: one.headers },
          body: { user_id: one.ids.user, plan_id: planId },
        },
        planId,
      );
    const [foreign, never] = [await ask('of-others'), await ask('no-others')];
    expect(foreign).toEqual(never);
    expect(foreign.status).toBe(404);
  });

  test(
    'an Idempotency-Key of one key repeats nothing for another',
    async () => {
      const endpoints = PUBLIC_ENDPOINTS.filter(takesIdempotencyKey).map(({ operation }) => operation);
      expect(endpoints).toContain('createApiUser');
      const key = `repeat-${run}`;
      const userId = `repeated-${run}`;
      const headers = { 'idempotency-key': key };
      for (const who of all('enterprise')) {
        const request = { method: 'POST', path: '/v1/api-users', body: { user_id: userId } };
        const first = await expectStatus(201, { ...request, headers: { ...who.headers, ...headers } });
        const again = await expectStatus(201, { ...request, headers: { ...who.headers, ...headers } });
        expect(again.text).toBe(first.text);
      }
      const search = (who: Tenant) => {
        const user = who.ids.user === undefined ? {} : { 'x-user-id': who.ids.user };
        const body = { ...house, async: true };
        return expectStatus(202, {
          method: 'POST',
          path: '/v1/buyer-search',
          headers: { ...who.headers, ...user, ...headers },
          body,
        });
      };
      const ids = [];
      for (const who of [...all('enterprise'), ...all('subscriber')]) ids.push((await search(who)).parsed().search_id);
      expect(new Set(ids).size).toBe(ids.length);
    },
    SLOW_MS,
  );

  describe('a user of an automation platform', () => {
    const setUp = async (uid: string) => {
      const authorization = `Bearer ${await platform().idToken(uid, `${uid}@example.com`)}`;
      const request = { method: 'POST', path: '/automation/setup', headers: { authorization }, body: { uid } };
      return { uid, authorization, key: (await expectStatus(200, request)).parsed().zapKey as string };
    };
    type Person = Awaited<ReturnType<typeof setUp>>;
    let one: Person;
    let other: Person;
    const hook = (person: Person) => receiver.url(`/hooks/${person.uid}`);
    const at = (person: Person, operation: 'subscribe' | 'unsubscribe', url: string) =>
      send({
        method: 'POST',
        path: `/automation/sendBuyerInfo/${operation}`,
        query: { api_key: person.key, web_url: url },
      });
    const trigger = async (person: Person) => {
      const before = receiver.calls.length;
      const body = { apiKey: person.key, buyerData: { city: 'Phoenix' } };
      await expectStatus(200, { method: 'POST', path: '/automation/sendBuyerInfo/trigger', body });
      // What was replayed above may come at any moment, to URLs of its own.
      return receiver.calls.slice(before).flatMap(({ path }) => (path.startsWith('/hooks/') ? [path] : []));
    };

    beforeAll(async () => {
      [one, other] = [await setUp(`one-${run}`), await setUp(`other-${run}`)];
      for (const person of [one, other]) expect((await at(person, 'subscribe', hook(person))).status).toBe(200);
    }, SLOW_MS);

    test('makes no key for another, with a token of their own: as for a uid that never existed', async () => {
      const ask = (uid: string) =>
        shown(
          { method: 'POST', path: '/automation/setup', headers: { authorization: one.authorization }, body: { uid } },
          uid,
        );
      const [foreign, never] = [await ask(other.uid), await ask(`nobody-${run}`)];
      expect(foreign).toEqual(never);
      expect([401, 403]).toContain(foreign.status);
      expect(await trigger(other)).toEqual([`/hooks/${other.uid}`]);
    });

    test('takes away no webhook URL of another: as one that was never subscribed', async () => {
      const unknown = receiver.url('/hooks/never');
      const ask = async (url: string) => {
        const { status, text } = await at(one, 'unsubscribe', url);
        return { status, text: text.replaceAll(url, '<url>') };
      };
      expect(await ask(hook(other))).toEqual(await ask(unknown));
      const endById = (id: string) =>
        shown(
          {
            method: 'POST',
            path: '/automation/sendBuyerInfo/unsubscribe',
            query: { api_key: one.key, id },
          },
          id,
        );
      const { id } = (await at(other, 'subscribe', hook(other))).parsed();
      expect(await endById(id)).toEqual(await endById(randomUUID()));
      expect(await trigger(other)).toEqual([`/hooks/${other.uid}`]);
    });

    test('is called at the same URL as another without learning of it', async () => {
      const told = async (url: string) => {
        const { status, text } = await at(one, 'subscribe', url);
        return { status, text: text.replace(/"id":"[\da-f-]{36}"/, '') };
      };
      expect(await told(hook(other))).toEqual(await told(receiver.url('/hooks/fresh')));
      await at(one, 'unsubscribe', hook(other));
      expect(await trigger(other)).toEqual([`/hooks/${other.uid}`]);
    });

    test('has a key that opens nothing else, and keys of the interface open nothing here', async () => {
      const paths = ['/v1/usage', '/v1/api-users/list', '/v1/webhook-deliveries', '/v1/accuracy'];
      for (const path of paths) {
        const asked = (key: string) => shown({ method: 'GET', path, headers: { 'x-api-key': key } }, key);
        const [own, never] = [await asked(one.key), await asked(neverExisted(one.key))];
        expect(own).toEqual(never);
        expect(own.status).toBe(401);
      }
      for (const who of tenants) {
        const key = who.headers['x-api-key']!;
        const asked = (query: string) =>
          shown({ method: 'GET', path: '/automation/auth', query: { api_key: query } }, query);
        const [foreign, never] = [await asked(key), await asked(neverExisted(key))];
        expect(foreign).toEqual(never);
        expect(foreign.status).toBe(401);
      }
    });
  });
}
