import { describe, expect, test } from 'bun:test';
import { automationAuth, automationSetup, exampleBuyers, subscribeWebhook, triggerWebhooks } from '@plat/contracts';
import { automationUnderTest } from '../automation-under-test.fixture.ts';

const under = automationUnderTest();
const bearer = (token: string) => `Bearer ${token}`;
const setup = async (uid: string, token: string) =>
  under.call(automationSetup, { body: { uid }, authorization: bearer(token) });
const REFUSAL = {
  error: 'A valid ID token of this user is required as Authorization: Bearer',
  code: 'INVALID_API_KEY',
};

describe('setup', () => {
  test('shows a new key once for the proven uid and stores its hash', async () => {
    const { status, body } = await setup('user-1', await under.issuer.token({ name: 'User One' }));
    expect([status, body.message]).toEqual([200, 'The API key was created']);
    expect(body.zapKey).toMatch(/^zk_live_[0-9A-Za-z]{38}$/);
    expect(body.webhookSecret).toStartWith('whsec_');
    const [row] = await under.database.sql`select * from automation.users where uid = 'user-1'`;
    expect(row).toMatchObject({ email: 'user-1@example.com', display_name: 'User One', status: 'active' });
    expect(JSON.stringify(row)).not.toContain(body.zapKey);
    expect(body.zapKey).toStartWith(row!.key_prefix);
    expect(under.lines.join()).not.toContain(body.zapKey);
  });

  test('replaces the old key and keeps subscriptions and the signing secret', async () => {
    const token = await under.issuer.token({ sub: 'user-2' });
    const { body: first } = await setup('user-2', token);
    await under.call(subscribeWebhook, { query: { api_key: first.zapKey, web_url: under.receiver.url('/kept') } });
    const { body: second } = await setup('user-2', token);
    expect(second.message).toInclude('replaced');
    expect(second.webhookSecret).toBe(first.webhookSecret);
    const auth = (key: string) => under.call(automationAuth, { query: { api_key: key } });
    expect([(await auth(first.zapKey)).status, (await auth(second.zapKey)).status]).toEqual([401, 200]);
    const example = await under.call(exampleBuyers, { query: { api_key: first.zapKey } });
    expect(example.status).toBe(404);
    const body = { apiKey: second.zapKey, buyerData: { city: 'Phoenix' } };
    expect((await under.call(triggerWebhooks, { body })).body.message).toBe('Webhooks sent to 1 URLs');
  });
});

describe('setup refuses', () => {
  test('a missing or invalid token with 401 and no details', async () => {
    const good = await under.issuer.token();
    for (const authorization of [undefined, '', 'Bearer', 'Bearer ', 'Bearer x', `Basic ${good}`, good]) {
      const { status, body } = await under.call(automationSetup, { body: { uid: 'user-1' }, authorization });
      expect([status, body]).toEqual([401, REFUSAL]);
    }
  });

  test("another user's token with the same response, whether that user exists or not", async () => {
    await under.key('user-4');
    const token = await under.issuer.token({ sub: 'user-5' });
    for (const uid of ['user-4', 'nobody', 'USER-5', 'user-5 ']) {
      expect(await setup(uid, token)).toMatchObject({ status: 401, body: REFUSAL });
    }
  });

  test.each([{}, { uid: '' }, { uid: 7 }, { uid: null }])('a body like %p with 400 that names uid', async (body) => {
    const answer = await under.call(automationSetup, { body, authorization: bearer(await under.issuer.token()) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', fields: [{ field: 'uid' }] } });
  });

  test("a deactivated user with 404, and that user's key everywhere", async () => {
    const key = await under.key('user-6');
    await under.database.sql`update automation.users set status = 'disabled' where uid = 'user-6'`;
    expect(await setup('user-6', await under.issuer.token({ sub: 'user-6' }))).toMatchObject({
      status: 404,
      body: { error: 'User not found', code: 'NOT_FOUND' },
    });
    expect((await under.call(automationAuth, { query: { api_key: key } })).status).toBe(401);
  });

  test('the sixth setup within an hour with 429, without replacing the key or affecting others', async () => {
    let key = '';
    for (let i = 0; i < 5; i++) key = await under.key('user-7');
    const refused = await setup('user-7', await under.issuer.token({ sub: 'user-7' }));
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await under.call(automationAuth, { query: { api_key: key } })).status).toBe(200);
    await under.key('user-8');
    under.clock.advance(3_600_000);
    await under.key('user-7');
  });
});

describe('closed sign-up', () => {
  const closed = automationUnderTest({ env: { PLAT_AUTOMATION_SIGN_UP: 'false' } });

  test('returns 404 for a proven uid without a user, and creates none', async () => {
    const authorization = bearer(await closed.issuer.token());
    const answer = () => closed.call(automationSetup, { body: { uid: 'user-1' }, authorization });
    expect(await answer()).toMatchObject({ status: 404, body: { error: 'User not found', code: 'NOT_FOUND' } });
    expect(await closed.database.sql`select from automation.users`).toHaveLength(0);
    await closed.database.sql`
      insert into automation.users (uid, signing_secret) values ('user-1', ${closed.deps.createSigningSecret()})`;
    expect(await answer()).toMatchObject({ status: 200, body: { message: 'The API key was created' } });
  });
});
