import { afterAll, beforeAll } from 'bun:test';
import { randomUUID } from 'node:crypto';
import type { KeyKind } from '@plat/contracts';
import { startTestReceiver, type TestReceiver } from '@plat/egress/testing';
import type { Sent, Tenant } from './id-parameters.ts';
import type { EndToEndPlatform } from './platform.ts';

const SLOW_MS = 120_000;
const POLL_MS = 100;
/** No request of this suite may meet a limit. */
const PER_MINUTE = 10_000;

const given = (values: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** Keys of two companies with every kind of object that a key can have; registers their preparation and its end. */
export function isolatedTenants(platform: () => EndToEndPlatform) {
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
    // biome-ignore lint/suspicious/noExplicitAny: responses of every operation
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

  /** A key with every kind of object that it can have. */
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
    // Two keys of one company are as separate as keys of two companies.
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

  return { run, tenants, send, expectStatus, house: () => house, receiver: () => receiver };
}
