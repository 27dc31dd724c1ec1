import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createApiUser, createApiUserSubscription, createKey, createPlan } from '@plat/accounts/operator';
import { type CommandLines, startCommandLines } from '@plat/cli/command-lines';
import { SAMPLE_AS_OF } from '@plat/standalone/sample-database';
import { type ServedMarket, serveSampleMarket } from './served-market.fixture.ts';

const OPERATOR = 'operator:test';
const START_MS = 120_000;
const WAIT_MS = 60_000;
const LIMITS = {
  autocomplete_limit: 10,
  analytics_search_limit: 10,
  buyer_search_limit: 10,
  investor_comps_limit: 10,
  retail_comps_limit: 10,
  linked_deals_limit: 10,
};

let served: ServedMarket;
let commands: CommandLines;
let plat: CommandLines['plat'];
let platJson: CommandLines['platJson'];

beforeAll(async () => {
  served = await serveSampleMarket({ receiver: 'hooks.example.com' });
  commands = startCommandLines(served.database.url);
  ({ plat, platJson } = commands);
}, START_MS);
afterAll(async () => {
  await commands?.close();
  await served?.close();
}, START_MS);

const subscriber = (companyName: string, changes: object = {}) =>
  createKey(served.operator, OPERATOR, { kind: 'subscriber', name: 'Desk', companyName, ...changes });
/** @returns the deal of the search, which must succeed. */
async function dealOf(headers: Record<string, string>, body: object = {}): Promise<string | null> {
  const answer = await served.send('POST', '/v1/buyer-search', headers, {
    address: served.address,
    explain: true,
    ...body,
  });
  expect(answer.status).toBe(200);
  return answer.headers.get('x-deal-id');
}

test(
  'a public search creates a deal, notifies the CRM and appears for the operator',
  async () => {
    const { key, record } = await subscriber('Acme');
    const headers = { 'x-api-key': key };
    const settings = await served.send('PATCH', '/v1/webhook-settings', headers, {
      deal_url: served.receiver.url('/crm'),
    });
    expect(settings.status).toBe(200);

    const answer = await served.send('POST', '/v1/buyer-search', headers, { address: served.address });
    expect([answer.status, answer.headers.get('x-deal-id')]).toEqual([200, null]);
    expect(answer.body.length).toBeGreaterThan(0);
    const dealId = await dealOf(headers);

    const endMs = performance.now() + WAIT_MS;
    while (served.receiver.calls.length === 0 && performance.now() < endMs) await Bun.sleep(50);
    const [call] = served.receiver.calls;
    const message = JSON.parse(call?.body ?? '{}');
    expect(message).toMatchObject({
      event: 'deal.changed',
      deal_id: dealId,
      address: served.address,
      buyers: answer.body,
    });

    const { deals, next_cursor } = await platJson('deals', '--company', 'Acme');
    expect(deals).toMatchObject([
      { deal_id: dealId, address: served.address, key_id: record.id, user_id: null, search_count: 2 },
    ]);
    expect(next_cursor).toBeNull();
    const shown = await platJson('deals', 'show', dealId!, '--as-of', SAMPLE_AS_OF);
    expect(shown).toMatchObject({ deal_id: dealId, buyers: answer.body });
    const { stdout: text } = await plat('deals', 'show', dealId!, '--as-of', SAMPLE_AS_OF);
    // A long name wraps between its words.
    expect(text).toContain(answer.body[0].buyer_entity_name.split(' ')[0]);
    const { stdout: table } = await plat('deals', '--key', record.id);
    expect(table).toContain(served.address.split(' ').slice(0, 2).join(' '));
    expect((await served.send('GET', '/internal/crm-deals', headers)).status).toBe(404);
  },
  START_MS,
);

test(
  'an opt-out disappears from an earlier deal at the next read',
  async () => {
    const { key } = await subscriber('Careful');
    const dealId = await dealOf({ 'x-api-key': key });
    const reached = async () => {
      const { buyers } = await platJson('deals', 'show', dealId!, '--as-of', SAMPLE_AS_OF);
      return buyers.filter((buyer: { buyer_email: string | null }) => buyer.buyer_email !== null);
    };
    const [first] = await reached();
    await plat('suppress', 'email', first.buyer_email);
    expect((await reached()).some((buyer: { buyer_email: string }) => buyer.buyer_email === first.buyer_email)).toBe(
      false,
    );
  },
  START_MS,
);

test(
  'companies and end users have separate deals of one house; keys of one company share one',
  async () => {
    const plan = { plan_id: 'deals', plan_name: 'Deals', monthly_price_usd: 1, ...LIMITS };
    await createPlan(served.operator, OPERATOR, plan);
    const enterprise = await createKey(served.operator, OPERATOR, {
      kind: 'enterprise',
      name: 'CRM',
      companyName: 'Platform',
      planIds: ['deals'],
    });
    for (const userId of ['agent-1', 'agent-2']) {
      await createApiUser(served.operator, OPERATOR, enterprise.record.id, { user_id: userId, active: true });
      const subscribing = { user_id: userId, plan_id: 'deals' };
      await createApiUserSubscription(served.operator, OPERATOR, enterprise.record.id, subscribing);
    }
    const asUser = (userId: string) => ({ 'x-api-key': enterprise.key, 'x-user-id': userId });
    const [one, colleague, test, other] = await Promise.all([
      subscriber('One'),
      subscriber('One'),
      subscriber('One', { isTest: true }),
      subscriber('Other'),
    ]);
    const deals = {
      one: await dealOf({ 'x-api-key': one.key }),
      colleague: await dealOf({ 'x-api-key': colleague.key }),
      other: await dealOf({ 'x-api-key': other.key }),
      agent1: await dealOf(asUser('agent-1')),
      agent2: await dealOf(asUser('agent-2')),
    };
    expect(deals.one).not.toBeNull();
    // The sample market of this server is empty, so a test key does not know the address.
    const asTest = { 'x-api-key': test.key };
    expect((await served.send('POST', '/v1/buyer-search', asTest, { address: served.address })).status).toBe(404);
    expect(deals.colleague).toBe(deals.one);
    expect(new Set([deals.one, deals.other, deals.agent1, deals.agent2]).size).toBe(4);
    expect((await platJson('deals', '--user', 'agent-1')).deals).toMatchObject([{ deal_id: deals.agent1 }]);
  },
  START_MS,
);

test(
  'a unit has its own deal; a missing unit is rejected and has none',
  async () => {
    const { key } = await subscriber('Units');
    const headers = { 'x-api-key': key };
    const [unit] = await served.database.sql<{ address: string; unit_key: string }[]>`
      select address, unit_key from market.address where unit_key is not null and latitude is not null
      order by address_key limit 1`;
    const unitDeal = await dealOf(headers, { address: unit!.address });
    expect(unitDeal).not.toBeNull();
    const number = unit!.unit_key.split(' ').at(-1)!;
    const unknown = unit!.address.replace(new RegExp(`${number}(?=,)`), '9987');
    expect(unknown).not.toBe(unit!.address);
    expect(await served.send('POST', '/v1/buyer-search', headers, { address: unknown })).toMatchObject({
      status: 404,
      body: { code: 'ADDRESS_NOT_FOUND' },
    });
    expect((await platJson('deals', '--company', 'Units')).deals).toMatchObject([{ address: unit!.address }]);
  },
  START_MS,
);

test(
  'rejects wrong operator input in plain words',
  async () => {
    expect(await plat('deals', 'show', 'none')).toMatchObject({
      exitCode: 1,
      stderr: 'There is no deal with this id.\n',
    });
    expect(await plat('deals', '--cursor', 'forged')).toMatchObject({ exitCode: 2 });
    expect(await plat('deals', '--company', 'Nobody')).toMatchObject({ exitCode: 1 });
  },
  START_MS,
);
