import { beforeAll, describe, expect, test } from 'bun:test';
import { randomUUID } from 'node:crypto';
import { type KeyKind, PUBLIC_ENDPOINTS, takesIdempotencyKey } from '@plat/contracts';
import { ID_PARAMETERS, idParametersOf, NO_IDS, type Sent, type Tenant } from './id-parameters.ts';
import { isolatedTenants } from './isolated-tenants.ts';
import type { EndToEndPlatform } from './platform.ts';

const SLOW_MS = 120_000;
const NOT_YOURS = [400, 401, 403, 404];

/** The owner of one key tries all objects of another at every endpoint, and gets the responses for unknown objects. */
export function tenantIsolation(platform: () => EndToEndPlatform): void {
  const { run, tenants, send, expectStatus, house, receiver } = isolatedTenants(platform);

  test('every parameter that looks like an id is covered here or excluded', () => {
    const there = PUBLIC_ENDPOINTS.flatMap(idParametersOf).sort();
    expect(there).toEqual([...Object.keys(ID_PARAMETERS), ...Object.keys(NO_IDS)].sort());
    expect(PUBLIC_ENDPOINTS.filter(({ path }) => /[:{*]/.test(path))).toEqual([]);
  });

  /** The response for an unknown id, without the id itself and without parts that always differ. */
  const shown = async (request: Sent, id: string) => {
    const { status, headers, text } = await send(request);
    const told = Object.fromEntries([...headers].filter(([name]) => !CHANGING_HEADERS.has(name)));
    return { status, told, text: text.replaceAll(JSON.stringify(id).slice(1, -1), '<id>').replace(REQUEST_ID, '') };
  };
  const REQUEST_ID = /"request_id":"[^"]*"/;
  /** Headers that change per request and, with `connection`, when the proxy closes a connection. */
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
      "another key's object looks like an unknown one",
      async () => {
        expect(owners().length).toBeGreaterThan(1);
        for (const owner of owners()) {
          for (const other of tenants.filter((one) => one !== owner)) {
            const id = owner.ids[thing] ?? '';
            const unknown = neverExisted(id);
            const [foreign, never] = [await shown(asked(other, id), id), await shown(asked(other, unknown), unknown)];
            expect({ other: other.name, owner: owner.name, ...foreign }).toEqual({
              other: other.name,
              owner: owner.name,
              ...never,
            });
            expect(NOT_YOURS).toContain(foreign.status);
          }
        }
      },
      SLOW_MS,
    );

    test("the owner's object still exists after all attempts", async () => {
      for (const owner of owners()) {
        const answer = await send(asked(owner, owner.ids[thing] ?? ''));
        expect([owner.name, answer.status, answer.text.slice(0, 200)]).toEqual([
          ...[owner.name, ownStatus, expect.any(String)],
        ]);
        // Undo the deactivation.
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
    'lists of one key contain nothing of another, with any cursor',
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
            // A refusal may quote the cursor.
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
    "another key's user is unknown at every endpoint that takes a user",
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

  test('an unassigned plan looks like an unknown one', async () => {
    const [one] = all('enterprise') as [Tenant];
    const ask = (planId: string) =>
      shown(
        {
          method: 'POST',
          path: '/v1/api-user-subscriptions',
          headers: one.headers,
          body: { user_id: one.ids.user, plan_id: planId },
        },
        planId,
      );
    const [foreign, never] = [await ask('of-others'), await ask('no-others')];
    expect(foreign).toEqual(never);
    expect(foreign.status).toBe(404);
  });

  test(
    "one key's Idempotency-Key replays nothing for another",
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
        const body = { ...house(), async: true };
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
    const hook = (person: Person) => receiver().url(`/hooks/${person.uid}`);
    const at = (person: Person, operation: 'subscribe' | 'unsubscribe', url: string) =>
      send({
        method: 'POST',
        path: `/automation/sendBuyerInfo/${operation}`,
        query: { api_key: person.key, web_url: url },
      });
    const trigger = async (person: Person) => {
      const before = receiver().calls.length;
      const body = { apiKey: person.key, buyerData: { city: 'Phoenix' } };
      await expectStatus(200, { method: 'POST', path: '/automation/sendBuyerInfo/trigger', body });
      // Webhooks replayed above may still arrive, at URLs of their own.
      return receiver()
        .calls.slice(before)
        .flatMap(({ path }) => (path.startsWith('/hooks/') ? [path] : []));
    };

    beforeAll(async () => {
      [one, other] = [await setUp(`one-${run}`), await setUp(`other-${run}`)];
      for (const person of [one, other]) expect((await at(person, 'subscribe', hook(person))).status).toBe(200);
    }, SLOW_MS);

    test('cannot create a key for another with their own token: the response matches an unknown uid', async () => {
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

    test("cannot remove another's webhook URL: the response matches an unknown one", async () => {
      const unknown = receiver().url('/hooks/never');
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

    test('can subscribe the same URL as another without learning of it', async () => {
      const told = async (url: string) => {
        const { status, text } = await at(one, 'subscribe', url);
        return { status, text: text.replace(/"id":"[\da-f-]{36}"/, '') };
      };
      expect(await told(hook(other))).toEqual(await told(receiver().url('/hooks/fresh')));
      await at(one, 'unsubscribe', hook(other));
      expect(await trigger(other)).toEqual([`/hooks/${other.uid}`]);
    });

    test('has a key for automation only, and API keys do not work there', async () => {
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
