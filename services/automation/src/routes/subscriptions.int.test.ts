import { describe, expect, test } from 'bun:test';
import {
  automationAuth,
  exampleBuyers,
  listSubscriptions,
  subscribeWebhook,
  unsubscribeWebhook,
} from '@plat/contracts';
import { generateSecretKey } from '@plat/kit';
import fc from 'fast-check';
import { automationUnderTest } from '../automation-under-test.fixture.ts';

const under = automationUnderTest();
const MOST = 100;
const subscribe = (api_key: string, web_url: string) => under.call(subscribeWebhook, { query: { api_key, web_url } });
const unsubscribe = (api_key: string, web_url: string) =>
  under.call(unsubscribeWebhook, { query: { api_key, web_url } });
const hook = (name: string | number) => `https://hooks.example.com/${name}`;
const urlsOf = async (uid: string) =>
  (
    await under.database.sql<{ normalized_url: string }[]>`
      select normalized_url from automation.webhook_subscriptions s
      join automation.users u on u.id = s.user_id where uid = ${uid}`
  ).map(({ normalized_url }) => normalized_url);

/** Shaped like a key, but never issued. */
const UNKNOWN_KEYS = [
  generateSecretKey('zk_live_', (count) => new Uint8Array(count).fill(7)).key,
  generateSecretKey('plat_sub_', (count) => new Uint8Array(count).fill(7)).key,
  'zk_live_',
  'x',
  "' or true --",
  '\u0000',
];

describe('an invalid key', () => {
  test('is 404 "User not found" on endpoints without a documented 401', async () => {
    for (const api_key of UNKNOWN_KEYS) {
      for (const endpoint of [subscribeWebhook, unsubscribeWebhook, exampleBuyers]) {
        const { status, body } = await under.call(endpoint, { query: { api_key, web_url: hook('x') } });
        expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
        expect(body.error).toStartWith('User not found');
      }
    }
  });

  test('is 401 on auth', async () => {
    for (const api_key of UNKNOWN_KEYS) {
      const { status, body } = await under.call(automationAuth, { query: { api_key } });
      expect([status, body.code]).toEqual([401, 'INVALID_API_KEY']);
    }
  });

  test('is 400 when empty', async () => {
    for (const endpoint of [automationAuth, exampleBuyers]) {
      for (const query of [{}, { api_key: '' }] as Record<string, string>[]) {
        const { status, body } = await under.call(endpoint, { query });
        expect([status, body.fields[0].field]).toEqual([400, 'api_key']);
      }
    }
  });
});

describe("auth returns the user's mail address", () => {
  test('auth records when a key was last used', async () => {
    const key = await under.key('auth-1');
    const { status, body } = await under.call(automationAuth, { query: { api_key: key } });
    expect([status, body]).toEqual([200, { user: { email: 'auth-1@example.com' } }]);
    const [row] = await under.database.sql`select key_last_used_at from automation.users where uid = 'auth-1'`;
    expect(row!.key_last_used_at).not.toBeNull();
  });

  test('auth returns an empty string without a mail address, never null', async () => {
    const key = await under.key('auth-2');
    await under.database.sql`update automation.users set email = null where uid = 'auth-2'`;
    expect((await under.call(automationAuth, { query: { api_key: key } })).body).toEqual({ user: { email: '' } });
  });
});

describe('the example', () => {
  test('has a flipper, a landlord and a multi-unit building with distinct ids', async () => {
    const { status, body } = await under.call(exampleBuyers, { query: { api_key: await under.key('example') } });
    expect(status).toBe(200);
    expect(
      body.map(({ type, propertyType, unitsCount }: Record<string, unknown>) => [type, propertyType, unitsCount]),
    ).toEqual([
      ['flipper', 'SFR', null],
      ['landlord', 'SFR', null],
      ['landlord', 'MFR', 4],
    ]);
    expect(new Set(body.map(({ id }: { id: string }) => id)).size).toBe(3);
  });

  test('is fictional: reserved phone numbers and mail domains', async () => {
    const { body } = await under.call(exampleBuyers, { query: { api_key: await under.key('example-2') } });
    for (const record of body) {
      expect(record.email_1).toMatch(/@example\.(com|org)$/);
      for (const phone of [record.landline_1, record.wireless_1, record.wireless_2]) {
        expect(String(phone)).toMatch(/^\d{3}55501\d\d$/);
      }
      expect(Number(record.zip_code)).toBe(record.zip);
    }
  });
});

describe('a subscription', () => {
  test('is created once per URL in any spelling, and keeps its id over a restart', async () => {
    const key = await under.key('sub-1');
    const first = await subscribe(key, 'https://hooks.example.com/a?b=1');
    expect([first.status, first.body.message]).toEqual([200, 'The webhook URL was subscribed']);
    await under.restart();
    for (const url of [
      'https://hooks.example.com/a?b=1',
      'HTTPS://HOOKS.example.com:443/a?b=1',
      ' https://hooks.example.com/x/../a?b=1 ',
    ]) {
      const { status, body } = await subscribe(key, url);
      expect([status, body]).toEqual([200, { message: 'The webhook URL is subscribed already', id: first.body.id }]);
    }
    expect(await urlsOf('sub-1')).toEqual(['https://hooks.example.com/a?b=1']);
  });

  test('can be ended repeatedly with success', async () => {
    const key = await under.key('sub-2');
    await subscribe(key, hook('a'));
    expect((await unsubscribe(key, hook('a'))).body).toEqual({ message: 'The webhook URL was unsubscribed' });
    for (const url of [hook('a'), hook('never'), 'no url']) {
      const { status, body } = await unsubscribe(key, url);
      expect([status, body]).toEqual([200, { message: 'The webhook URL is not subscribed' }]);
    }
  });

  test('is private: another user neither sees nor ends it', async () => {
    const [one, other] = [await under.key('sub-3'), await under.key('sub-4')];
    await subscribe(one, hook('mine'));
    expect((await unsubscribe(other, hook('mine'))).body.message).toInclude('not subscribed');
    expect(await urlsOf('sub-3')).toEqual([hook('mine')]);
  });

  test('is listed with its id, oldest first, and shows failing deliveries', async () => {
    const [key, other] = [await under.key('list'), await under.key('list-other')];
    const list = async (api_key: string) => (await under.call(listSubscriptions, { query: { api_key } })).body;
    expect(await list(key)).toEqual({ subscriptions: [] });
    const ids = [];
    for (const name of ['a', 'b']) ids.push((await subscribe(key, hook(name))).body.id);
    await under.database.sql`
      update automation.webhook_subscriptions set failing_since = now(), failures = 2 where id = ${ids[1]}`;
    const created_at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(await list(key)).toEqual({
      subscriptions: [
        { id: ids[0], web_url: hook('a'), state: 'active', created_at },
        { id: ids[1], web_url: hook('b'), state: 'failing', created_at },
      ],
    });
    expect(await list(other)).toEqual({ subscriptions: [] });
    const unknown = await under.call(listSubscriptions, { query: { api_key: 'zk_live_unknown' } });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await under.call(listSubscriptions, {})).status).toBe(400);
  });

  test('ends by the id from subscribe, for its own user only', async () => {
    const [key, other] = [await under.key('by-id'), await under.key('by-id-other')];
    const { id } = (await subscribe(key, hook('id'))).body;
    const end = async (api_key: string, query: Record<string, string>) =>
      (await under.call(unsubscribeWebhook, { query: { api_key, ...query } })).body.message;
    expect(await end(other, { id })).toBe('The webhook URL is not subscribed');
    expect(await end(key, { id: "x' or true --", web_url: hook('id') })).toBe('The webhook URL is not subscribed');
    expect(await urlsOf('by-id')).toEqual([hook('id')]);
    expect(await end(key, { id: id.toUpperCase() })).toBe('The webhook URL was unsubscribed');
    expect(await end(key, { id })).toBe('The webhook URL is not subscribed');
    expect(await urlsOf('by-id')).toEqual([]);
  });

  const refused: [string, string][] = [
    ['http://hooks.example.com/a', 'must be an https URL'],
    ['hooks.example.com', 'must be a URL'],
    ['https://user:secret@hooks.example.com/', 'must not contain a user name or password'],
    ['https://10.0.0.1/', 'must name a public host'],
    ['https://[::ffff:10.0.0.1]/', 'must name a public host'],
    ['https://169.254.169.254/latest/', 'must name a public host'],
    ['https://printer.local/', 'must name a public host'],
    ['https://hidden.example.org/', 'must name a public host'],
    ['https://nowhere.example.org/', 'names a host that cannot be resolved'],
    ['https://hooks.example.com:22/', 'must use port 443 or one from 1024'],
    [`https://hooks.example.com/${'a'.repeat(2048)}`, 'must have at most 2048 characters'],
    [`https://hooks.example.com/${'"'.repeat(1000)}`, 'must have at most 2048 characters'],
    ['javascript:alert(1)', 'must be an https URL'],
  ];
  test.each(refused.map(([url, problem]) => [url.slice(0, 50), problem, url] as const))(
    'returns 400 for %s: %s',
    async (_shown, problem, url) => {
      const uid = `bad-${Bun.hash(url)}`;
      const { status, body } = await subscribe(await under.key(uid), url);
      expect([status, body.fields]).toEqual([400, [{ field: 'web_url', problem }]]);
      expect(await urlsOf(uid)).toEqual([]);
    },
  );

  test.each<[Record<string, string>, string[]]>([
    [{}, ['api_key', 'web_url']],
    [{ api_key: 'k' }, ['web_url']],
    [{ web_url: hook(1) }, ['api_key']],
    [{ api_key: '', web_url: '' }, ['api_key', 'web_url']],
  ])('with parameters %p is 400 that names %p', async (query, fields) => {
    for (const endpoint of [subscribeWebhook, unsubscribeWebhook]) {
      const { status, body } = await under.call(endpoint, { query });
      expect(status).toBe(400);
      expect(body.fields.map(({ field }: { field: string }) => field).sort()).toEqual(fields);
    }
  });

  test('is limited to one hundred, also in parallel', async () => {
    const key = await under.key('full');
    await under.database.sql`
      insert into automation.webhook_subscriptions (user_id, web_url, normalized_url)
      select id, 'https://hooks.example.com/old' || n, 'https://hooks.example.com/old' || n
      from automation.users, generate_series(1, 95) n where uid = 'full'`;
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => subscribe(key, hook(i))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused[0]?.body.fields[0]).toEqual({
      field: 'web_url',
      problem: 'cannot be added: 100 URLs are subscribed, which is the most',
    });
    expect(await urlsOf('full')).toHaveLength(MOST);
    expect((await subscribe(key, hook('old1'))).status).toBe(200);
  });

  test('behaves like a set under any sequence of operations', async () => {
    const names = fc.constantFrom('a', 'b', 'c', 'a/../b', 'c?x=1');
    const step = fc.tuple(
      fc.constantFrom('subscribe', 'subscribe', 'unsubscribe', 'unsubscribe', 'unsubscribe', 'restart'),
      names,
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        run += 1;
        const key = await under.key(`model-${run}`);
        const expected = new Set<string>();
        for (const [action, name] of steps) {
          const url = hook(name);
          const { href } = new URL(url);
          if (action === 'restart') {
            await under.restart();
          } else if (action === 'subscribe') {
            const { body } = await subscribe(key, url);
            expect(body.message.includes('already')).toBe(expected.has(href));
            expected.add(href);
          } else {
            const { body } = await unsubscribe(key, url);
            expect(body.message.includes('not subscribed')).toBe(!expected.delete(href));
          }
        }
        expect((await urlsOf(`model-${run}`)).sort()).toEqual([...expected].sort());
      }),
      { numRuns: 20 },
    );
  }, 60_000);
});

test('the 61st request of a minute is 429 with Retry-After on any endpoint, and a new key does not reset the limit', async () => {
  const key = await under.key('busy');
  const auth = (api_key: string) => under.call(automationAuth, { query: { api_key } });
  const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await auth(key)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  const refused = await subscribe(key, hook('late'));
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'RATE_LIMIT_EXCEEDED',
    '60',
  ]);
  expect((await auth(await under.key('busy'))).status).toBe(429);
  expect((await auth(await under.key('idle'))).status).toBe(200);
  under.clock.advance(60_000);
  expect((await auth(await under.key('busy'))).status).toBe(200);
});
