import { beforeEach, describe, expect, test } from 'bun:test';
import { type BuyerSearchItem, FlipperSearchItem } from '@plat/contracts';
import { AppError, Reply } from '@plat/kit';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { ENTERPRISE_KEY, enterprise, errorOf, HERE, SEARCH, SUBSCRIBER_KEY } from './gateway.fixture.ts';

const BUYER = FlipperSearchItem.examples[0] as BuyerSearchItem;
const KEY = { 'idempotency-key': 'order 66/"a"' };

useGateway();
beforeEach(() => {
  for (const key of [SUBSCRIBER_KEY, ENTERPRISE_KEY]) gateway.set(key, { rate_limit: 1_000 });
});

const search = (headers: Record<string, string> = KEY, body: object = HERE, path = '/v1/buyer-search') =>
  gateway.post(path, body, headers);
const runs = () => gateway.fake.forwarded.length;
const counted = () => gateway.fake.ledger.count('counted');
const seen = async (response: Response) => ({
  status: response.status,
  replayed: response.headers.get('idempotent-replayed'),
  body: await response.text(),
});

describe('requests with an idempotency key', () => {
  test('run and count once; replays are marked, on every path of the endpoint', async () => {
    const subject = {
      'x-match-level': 'corrected',
      'x-subject-address': '1 Ca%C3%B1on Rd',
      'x-subject-property-id': 'prp_1',
    };
    gateway.fake.investors = async () => new Reply([BUYER], 200, { 'x-deal-id': `deal-${runs()}`, ...subject });
    const first = await search();
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null]);
    const body = await first.text();
    for (const path of ['/v1/buyer-search', '/functions/v1/buyer-search']) {
      const again = await search(KEY, HERE, path);
      expect(again.headers.get('x-deal-id')).toBe('deal-1');
      expect(Object.fromEntries(again.headers)).toMatchObject(subject);
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(await seen(again)).toEqual({ status: 200, replayed: 'true', body });
    }
    expect([runs(), counted()]).toEqual([1, 1]);
  });

  test('repeat the polling location and delay of a background job', async () => {
    const pending = { search_id: crypto.randomUUID(), status: 'pending' };
    const asks = { location: `/v1/buyer-search?search_id=${pending.search_id}`, 'retry-after': '3' };
    gateway.fake.investors = async () => new Reply(pending, 202, asks);
    for (const replayed of [null, 'true']) {
      const { status, headers } = await search(KEY, { ...HERE, async: true });
      expect([status, headers.get('idempotent-replayed')]).toEqual([202, replayed]);
      expect({ location: headers.get('location'), 'retry-after': headers.get('retry-after') }).toEqual(asks);
    }
    expect(runs()).toBe(1);
  });

  test('count replays per minute but not per month, and report the remaining month', async () => {
    gateway.fake.ledger.limits.buyer_search = 1;
    await search();
    const { headers, status } = await search();
    const told = ['x-ratelimit-remaining', 'x-monthly-limit', 'x-monthly-remaining'].map((name) => headers.get(name));
    expect([status, ...told]).toEqual([200, '998', '1', '0']);
    expect(counted()).toBe(1);
  });

  test('run once in a parallel burst; the others learn that it is running', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    gateway.fake.investors = async () => {
      begun.resolve();
      await finish.promise;
      return [];
    };
    const first = search();
    await begun.promise;
    const others = await Promise.all(Array.from({ length: 5 }, () => search()));
    for (const other of others) {
      expect([other.status, (await errorOf(other)).code]).toEqual([409, 'IDEMPOTENCY_IN_FLIGHT']);
      expect(other.headers.get('retry-after')).toBe('1');
    }
    finish.resolve();
    expect((await first).status).toBe(200);
    expect((await search()).headers.get('idempotent-replayed')).toBe('true');
    expect(runs()).toBe(1);
  });

  test.each<[string, () => Promise<Response>]>([
    ['body', () => search(KEY, { ...HERE, radius_miles: 3 })],
    ['query', () => search(KEY, HERE, '/v1/buyer-search?sort=distance')],
    ['endpoint', () => search(KEY, SEARCH, '/v1/autocomplete')],
  ])('reject another %s', async (_, another) => {
    await search();
    const refused = await another();
    expect([refused.status, (await errorOf(refused)).code]).toEqual([400, 'IDEMPOTENCY_BODY_MISMATCH']);
    expect([runs(), counted()]).toEqual([1, 1]);
  });

  test('are separate per key and per end user', async () => {
    gateway.fake.knownUsers.add('user-2');
    await search();
    for (const user of ['user-1', 'user-2']) {
      expect((await search({ ...KEY, ...enterprise(user) })).headers.get('idempotent-replayed')).toBeNull();
    }
    expect(runs()).toBe(3);
  });

  test('explain the format of an invalid key', async () => {
    for (const key of ['', 'x'.repeat(256), 'schlüssel']) {
      const refused = await search({ 'idempotency-key': Buffer.from(key).toString('latin1') });
      expect([refused.status, (await errorOf(refused)).error]).toEqual([
        400,
        'Idempotency-Key must have 1 to 255 printable ASCII characters',
      ]);
    }
    expect((await search({ 'idempotency-key': 'x'.repeat(255) })).status).toBe(200);
  });

  test('replay a refusal by the service', async () => {
    gateway.fake.investors = () => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'No property has this address'));
    const body = { address: '1 Nowhere Ln, Phoenix, AZ 85043' };
    const first = await seen(await search(KEY, body));
    expect(first).toMatchObject({ status: 404, replayed: null });
    gateway.fake.investors = async () => [];
    expect(await seen(await search(KEY, body))).toEqual({ ...first, replayed: 'true' });
  });

  test('run again after a refused limit or an internal failure', async () => {
    gateway.fake.ledger.limits.buyer_search = 0;
    gateway.fake.ledger.outcome = 'exhausted';
    expect((await search()).status).toBe(429);
    gateway.fake.ledger.outcome = undefined;
    gateway.fake.ledger.limits = {};
    gateway.fake.investors = () => Promise.reject(new Error('crash'));
    expect((await search()).status).toBe(500);
    gateway.fake.investors = async () => [];
    expect(await seen(await search())).toMatchObject({ status: 200, replayed: null });
    expect(counted()).toBe(1);
  });

  test('stay unused when the first request is refused early', async () => {
    expect((await search(KEY, {})).status).toBe(400);
    gateway.set(SUBSCRIBER_KEY, { subscription: 'lapsed' });
    expect((await search()).status).toBe(403);
    gateway.set(SUBSCRIBER_KEY, { subscription: 'active' });
    await gateway.epochs.advance(gateway.fake.keys.get(SUBSCRIBER_KEY)!.key_id);
    expect(await seen(await search())).toMatchObject({ status: 200, replayed: null });
  });

  test('count once when rerun after the gateway died', async () => {
    gateway.fake.wire.accounts = (request, next) =>
      request.url.includes('/idempotency/finish') ? Promise.reject(new Error('killed')) : next(request);
    expect((await search()).status).toBe(200);
    expect((await search()).status).toBe(409);
    delete gateway.fake.wire.accounts;
    gateway.clock.advance(36_000);
    expect(await seen(await search())).toMatchObject({ status: 200, replayed: null });
    expect([runs(), counted()]).toEqual([2, 1]);
  });

  test('keep their id after an unconfirmed count, so a rerun counts once', async () => {
    gateway.fake.wire.accounts = async (request, next) => {
      const response = await next(request);
      if (request.url.includes('/usage/commit')) throw new Error('connection lost');
      return response;
    };
    gateway.fake.investors = async () => {
      gateway.clock.advance(29_900);
      return [];
    };
    expect((await search()).status).toBe(502);
    delete gateway.fake.wire.accounts;
    gateway.fake.investors = async () => [];
    gateway.clock.advance(6_000);
    expect((await search()).status).toBe(200);
    expect(counted()).toBe(1);
  });

  test('finish and store the response when the caller disconnects', async () => {
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<void>();
    gateway.fake.investors = async () => {
      begun.resolve();
      await finish.promise;
      return [BUYER];
    };
    const controller = new AbortController();
    const gone = gateway
      .send('/v1/buyer-search', {
        method: 'POST',
        headers: { 'x-api-key': SUBSCRIBER_KEY, ...KEY },
        body: new Blob([JSON.stringify(HERE)]),
        signal: controller.signal,
      })
      .catch((error: Error) => error.name);
    await begun.promise;
    controller.abort();
    expect(await gone).toBe('AbortError');
    await Bun.sleep(20);
    finish.resolve();
    while (counted() === 0) await Bun.sleep(1);
    let again = await search();
    for (; again.status === 409; again = await search()) await Bun.sleep(1);
    expect(await seen(again)).toMatchObject({ replayed: 'true', body: JSON.stringify([BUYER]) });
    expect(runs()).toBe(1);
  });

  test('withhold contacts suppressed since the first response', async () => {
    gateway.fake.investors = async () => [BUYER];
    await search();
    gateway.fake.withhold = (buyers) => buyers.map((buyer) => ({ ...buyer, buyer_phone_number: null }));
    expect(await (await search()).json()).toEqual([{ ...BUYER, buyer_phone_number: null }]);
    gateway.fake.wire.investors = () => Promise.reject(new Error('away'));
    expect((await search()).status).toBe(502);
  });

  test('apply hide_no_phone in replays if the first request did', async () => {
    gateway.fake.investors = async () => [BUYER];
    gateway.fake.withhold = (buyers, hidesNoPhone) => (hidesNoPhone ? [] : buyers);
    const ask = (body: object, key: string) => search({ 'idempotency-key': key }, { ...HERE, ...body });
    for (const [key, body, repeated] of [
      ['all', {}, [BUYER]],
      ['null', { hide_no_phone: null }, [BUYER]],
      ['reachable', { hide_no_phone: true }, []],
    ] as const) {
      await ask(body, key);
      expect(await (await ask(body, key)).json()).toEqual([...repeated]);
    }
  });

  test('create an account user once', async () => {
    const create = () => gateway.post('/v1/api-users', { user_id: 'u-1' }, { ...KEY, ...enterprise() });
    const first = await seen(await create());
    expect(first).toMatchObject({ status: 201, replayed: null });
    expect(await seen(await create())).toEqual({ ...first, replayed: 'true' });
    expect(runs()).toBe(1);
  });

  test('are neither started nor answered by a dry run', async () => {
    await search({ ...KEY, 'x-dry-run': 'true' });
    expect(gateway.fake.idempotency.kept.size).toBe(0);
    await search();
    expect(await (await search({ ...KEY, 'x-dry-run': 'true' })).json()).toHaveProperty('would_count');
  });
});
