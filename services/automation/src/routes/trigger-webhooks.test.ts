import { describe, expect, test } from 'bun:test';
import { subscribeWebhook, triggerWebhooks } from '@plat/contracts';
import { Webhook } from 'standardwebhooks';
import {
  type AutomationAnswer,
  type AutomationUnderTest,
  automationUnderTest,
} from '../automation-under-test.fixture.ts';

const under = automationUnderTest();
const BUYER = { streetAddress: '123 Main St', city: 'Phoenix', state: 'AZ', zip: 85043, type: 'flipper' };

const trigger = (apiKey: unknown, buyerData: unknown = BUYER, query: Record<string, string> = {}) =>
  under.call(triggerWebhooks, { body: { apiKey, buyerData }, query });
const subscribe = async (key: string, ...paths: string[]) => {
  for (const path of paths) {
    const { status, body } = await under.call(subscribeWebhook, {
      query: { api_key: key, web_url: under.receiver.url(path) },
    });
    if (status !== 200) throw new Error(JSON.stringify(body));
    under.clock.advance(1_000);
  }
};
const callsTo = (path: string) => under.receiver.calls.filter((call) => call.path === path);
const pathsOf = async (uid: string, service = under) =>
  (
    await service.database.sql<{ web_url: string }[]>`
      select web_url from automation.webhook_subscriptions s
      join automation.users u on u.id = s.user_id where uid = ${uid} order by web_url`
  ).map(({ web_url }) => new URL(web_url).pathname);

describe('a trigger sends the record', () => {
  test('to every URL, as it came, signed, as one event', async () => {
    const key = await under.key('send');
    await subscribe(key, '/one', '/two');
    const record = { ...BUYER, 'Updated Owner Zip': '02139', nested: { list: [1, null] }, notes: 'Ünïcödé "quoted"' };
    const { status, body } = await trigger(key, record);
    expect([status, body]).toEqual([200, { message: 'Webhooks sent to 2 URLs', errors: [] }]);
    const [one, two] = [callsTo('/one'), callsTo('/two')];
    expect([one.length, two.length]).toEqual([1, 1]);
    expect(JSON.parse(one[0]!.body)).toEqual(record);
    expect(one[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(one[0]!.headers['user-agent']).toStartWith('Plat');
    expect(two[0]!.headers['webhook-id']).toBe(one[0]!.headers['webhook-id'] as string);
  });

  test('with a signature that the secret of the setup verifies', async () => {
    const key = await under.key('sign');
    await subscribe(key, '/signed');
    await trigger(key);
    const [row] = await under.database.sql`select signing_secret from automation.users where uid = 'sign'`;
    const { headers, body } = callsTo('/signed')[0]!;
    const id = String(headers['webhook-id']);
    const content = Buffer.from(body);
    const webhook = new Webhook(row!.signing_secret);
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(String(headers['webhook-signature'])).toBe(webhook.sign(id, at, content.toString()));
  });

  test('with every digit, every space and every name in its place', async () => {
    const key = await under.key('bytes');
    await subscribe(key, '/bytes');
    const buyerData =
      '{ "id": 9007199254740993, "2": 1.10, "1": 1e400, "streetAddress" : "1 \\u00e9 St",\n "n": [12345678901234567890] }';
    const send = (query: Record<string, string>) =>
      under.call(triggerWebhooks, { body: `{"apiKey":"${key}", "buyerData" : ${buyerData} }`, query });
    expect((await send({})).status).toBe(200);
    expect(callsTo('/bytes')[0]!.body).toBe(buyerData);
    expect((await send({ normalize: 'true' })).status).toBe(200);
    expect(callsTo('/bytes')[1]!.body).toBe(
      '{"id":9007199254740993,"2":1.10,"1":1e400,"address":"1 \\u00e9 St","n":[12345678901234567890]}',
    );
  });

  test('under the canonical names when asked to', async () => {
    const key = await under.key('normal');
    await subscribe(key, '/normal');
    const record = { ...BUYER, 'Updated Owner City': 'Mesa', registeredOwnerName: 'X LLC', registeredSellerName: 'Y' };
    await trigger(key, record, { normalize: 'true' });
    expect(JSON.parse(callsTo('/normal')[0]!.body)).toEqual({
      ...{ address: '123 Main St', city: 'Phoenix', state: 'AZ', zip: 85043, type: 'flipper' },
      ...{ possible_buyer_city: 'Mesa', buyerRegisteredName: 'X LLC', registeredSellerName: 'Y' },
    });
  });

  test('also when documented fields have other types, and says so', async () => {
    const key = await under.key('warn');
    await subscribe(key, '/warn');
    const { status, body } = await trigger(key, {
      zip: '02139',
      wireless_1: '6025550100',
      latitude: '33.4',
      unitsCount: null,
    });
    expect([status, body.errors]).toEqual([200, []]);
    expect(body.warnings).toEqual([{ field: 'latitude', problem: 'is documented as a number' }]);
  });
});

describe('what receivers do is no failure of the trigger', () => {
  test('each failure is an element of errors, and a redirect is not followed', async () => {
    const key = await under.key('fail');
    await subscribe(
      key,
      '/fine',
      '/status/500',
      '/status/404',
      '/redirect/307?to=https://hooks.example.com/fine',
      '/reset',
    );
    const { status, body } = await trigger(key);
    expect([status, body.message]).toEqual([200, 'Webhooks sent to 5 URLs']);
    expect(body.errors).toEqual([
      { web_url: under.receiver.url('/status/500'), status: 500, error: 'the URL answered with status 500' },
      { web_url: under.receiver.url('/status/404'), status: 404, error: 'the URL answered with status 404' },
      {
        web_url: under.receiver.url('/redirect/307?to=https://hooks.example.com/fine'),
        status: 307,
        error: 'the URL answered with status 307',
      },
      { web_url: under.receiver.url('/reset'), status: null, error: 'the URL could not be reached over HTTPS' },
    ]);
    expect(callsTo('/fine')).toHaveLength(1);
  });

  test('a URL that answers 410 is unsubscribed, the others stay', async () => {
    const key = await under.key('gone');
    await subscribe(key, '/status/410', '/stays', '/status/503');
    expect((await trigger(key)).body.errors).toHaveLength(2);
    expect(await pathsOf('gone')).toEqual(['/status/503', '/stays'].sort());
    expect((await trigger(key)).body.message).toBe('Webhooks sent to 2 URLs');
    await under.database.sql`delete from automation.webhook_subscriptions where web_url like '%/st%'`;
    expect((await trigger(key)).status).toBe(400);
  });

  test('a URL that fails for five days and five times is unsubscribed; one delivery between starts anew', async () => {
    const key = await under.key('failing');
    await subscribe(key, '/status/502', '/well');
    const since = (days: number, failures: number) => under.database.sql`
      update automation.webhook_subscriptions
      set failing_since = now() - ${days} * interval '1 day', failures = ${failures}
      where user_id = (select id from automation.users where uid = 'failing')`;
    for (const [days, failures] of [
      [4, 9],
      [6, 3],
    ] as const) {
      await since(days, failures);
      await trigger(key);
      expect(await pathsOf('failing')).toEqual(['/status/502', '/well']);
    }
    await since(6, 4);
    await trigger(key);
    expect(await pathsOf('failing')).toEqual(['/well']);
    const [row] = await under.database.sql`
      select failures, failing_since from automation.webhook_subscriptions
      where user_id = (select id from automation.users where uid = 'failing')`;
    expect(row).toMatchObject({ failures: 0, failing_since: null });
  });
});

test('the log tells the operator what was sent for whom, and no key, URL path, address or record', async () => {
  const key = await under.key('logged');
  await subscribe(key, '/secret-path', '/status/500');
  await trigger(key, { notes: 'hidden note', email_1: 'hidden@example.com' });
  const [user] = await under.database.sql`select id from automation.users where uid = 'logged'`;
  const webhookId = callsTo('/secret-path')[0]!.headers['webhook-id'];
  const lines = under.lines.filter((line) => line.includes(String(webhookId)));
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ userId: user!.id, attempted: 2, failed: 1, ended: [] });
  for (const secret of [key, 'secret-path', 'hidden', 'example.com/']) expect(under.lines.join()).not.toContain(secret);
});

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('a trigger is refused, in this order', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing at all', {}, ['apiKey', 'buyerData']],
    ['an empty key', { apiKey: '', buyerData: BUYER }, ['apiKey']],
    ['a key that is no text', { apiKey: 7, buyerData: BUYER }, ['apiKey']],
    ['no record', { apiKey: 'x' }, ['buyerData']],
    ['an empty record', { apiKey: 'x', buyerData: {} }, ['buyerData']],
    ['a record that is null', { apiKey: 'x', buyerData: null }, ['buyerData']],
    ['a record that is a list', { apiKey: 'x', buyerData: [BUYER] }, ['buyerData']],
    ['a record of text', { apiKey: 'x', buyerData: 'text' }, ['buyerData']],
    ['a record of 33 levels', { apiKey: 'x', buyerData: { a: nested(32) } }, ['buyerData']],
    ['a record above 64 KB', { apiKey: 'x', buyerData: { notes: 'x'.repeat(65_536) } }, ['buyerData']],
  ])('%s with 400, before the key is looked at', async (_what, body, fields) => {
    const { status, body: answer } = await under.call(triggerWebhooks, { body });
    expect([status, answer.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.fields.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test('a record that would take seconds to write out is refused before anything is', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const { status, body } = await under.call(triggerWebhooks, { body: `{"apiKey":"x","buyerData":{"a":${deep}}}` });
    expect([status, body.error]).toEqual([400, 'buyerData must be nested at most 32 levels deep']);
  });

  test('a record of 32 levels is sent', async () => {
    const key = await under.key('nested');
    await subscribe(key, '/nested');
    expect((await trigger(key, { a: nested(31) })).body.errors).toEqual([]);
    expect(JSON.parse(callsTo('/nested')[0]!.body)).toEqual({ a: nested(31) });
  });

  test('a record of exactly 64 KB is sent', async () => {
    const key = await under.key('large');
    await subscribe(key, '/large');
    const record = { notes: 'x'.repeat(65_536 - '{"notes":""}'.length) };
    expect((await trigger(key, record)).body.errors).toEqual([]);
    expect(callsTo('/large')[0]!.body).toHaveLength(65_536);
  });

  test('an unknown key with 401', async () => {
    expect(await trigger('zk_live_unknown')).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
  });

  test('the eleventh of a second with 429, before its URLs are looked at', async () => {
    const key = await under.key('eager');
    const answers = await Promise.all(Array.from({ length: 11 }, () => trigger(key)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), 429]);
    expect(await under.deps.metrics.registry.metrics()).toContain(
      'plat_limit_decisions_total{limit="automation-trigger",outcome="refused",service="automation"} 1',
    );
    under.clock.advance(1_000);
    expect((await trigger(key)).status).toBe(400);
  });

  test('a user without URLs with 400', async () => {
    expect(await trigger(await under.key('lonely'))).toMatchObject({
      status: 400,
      body: { error: 'No webhook URLs are subscribed; subscribe one first', code: 'VALIDATION_ERROR' },
    });
  });
});

describe('with many receivers', () => {
  const patient = automationUnderTest({
    overrides: { bounds: { timeoutMs: 10_000, totalMs: 25_000, parallel: 10, mostRunning: 15 } },
  });
  const hasty = automationUnderTest({
    overrides: { bounds: { timeoutMs: 10_000, totalMs: 10_000, parallel: 10, mostRunning: 1 } },
  });

  const give = async (bounded: AutomationUnderTest, uid: string, paths: readonly string[]) => {
    const key = await bounded.key(uid);
    const urls = paths.map((path) => bounded.receiver.url(path));
    await bounded.database.sql`
      insert into automation.webhook_subscriptions (user_id, web_url, normalized_url, created_at)
      select id, url, url, now() + n * interval '1 microsecond'
      from automation.users, unnest(${urls}::text[]) with ordinality u(url, n) where uid = ${uid}`;
    return (buyerData: object = BUYER) => bounded.call(triggerWebhooks, { body: { apiKey: key, buyerData } });
  };

  test('a hundred of which some hang, fail, redirect or are gone, the answer has the right errors', async () => {
    const kinds = ['ok', 'status/500', 'redirect/302', 'status/410', 'ok'];
    const paths = Array.from({ length: 100 }, (_, i) => (i % 10 === 9 ? `/hang/${i}` : `/${kinds[i % 5]}/${i}`));
    const send = await give(patient, 'hundred', paths);
    const { status, body } = await send();
    expect([status, body.message]).toEqual([200, 'Webhooks sent to 100 URLs']);
    const statusOf = new Map<string, number | null>(
      body.errors.map(({ web_url, status }: { web_url: string; status: number }) => [
        new URL(web_url).pathname,
        status,
      ]),
    );
    const expected = new Map<string, number | null>();
    for (const path of paths) {
      if (path.startsWith('/hang')) expected.set(path, null);
      else if (!path.startsWith('/ok')) expected.set(path, Number(path.split('/')[2]));
    }
    expect([...statusOf].sort()).toEqual([...expected].sort());
    expect(await pathsOf('hundred', patient)).toHaveLength(80);
  }, 60_000);

  test('that hang before the one that works, the answer comes when the time is over and that one was called', async () => {
    const paths = Array.from({ length: 11 }, (_, i) => (i < 10 ? `/hang/all/${i}` : '/ok/last'));
    const send = await give(hasty, 'hung', paths);
    const answers = await Promise.all([send(), send()]);
    const [{ body }, refused] = answers.sort((a, b) => a.status - b.status) as [AutomationAnswer, AutomationAnswer];
    expect(body.message).toBe('Webhooks sent to 11 URLs');
    // Only so many triggers of one user run at a time.
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'RATE_LIMIT_EXCEEDED',
      '5',
    ]);
    expect(await hasty.deps.metrics.registry.metrics()).toContain(
      'plat_errors_total{code="RATE_LIMIT_EXCEEDED",limit="running_triggers",service="automation"} 1',
    );
    const errors = new Set(body.errors.map(({ error }: { error: string }) => error));
    expect([body.errors.length, [...errors]]).toEqual([10, ['the URL did not answer in time']]);
    expect(hasty.receiver.calls.filter(({ path }) => path === '/ok/last')).toHaveLength(1);
  }, 60_000);
});

describe('receivers of one user that hang', () => {
  const few = automationUnderTest({ mostCalls: 8 });
  test('hold up no trigger of another user, even to the same host', async () => {
    const subscribeAt = async (key: string, path: string) => {
      const query = { api_key: key, web_url: few.receiver.url(path) };
      expect((await few.call(subscribeWebhook, { query })).status).toBe(200);
      few.clock.advance(1_000);
    };
    const [hanging, other] = [await few.key('hangs'), await few.key('other')];
    for (let index = 0; index < 10; index++) await subscribeAt(hanging, `/hang/${index}`);
    await subscribeAt(other, '/hook');
    const triggered = few.call(triggerWebhooks, { body: { apiKey: hanging, buyerData: BUYER } });
    const called = () => few.receiver.calls.filter(({ path }) => path.startsWith('/hang')).length;
    const endMs = performance.now() + 5_000;
    while (called() === 0 && performance.now() < endMs) await Bun.sleep(10);
    const startedMs = performance.now();
    const { body } = await few.call(triggerWebhooks, { body: { apiKey: other, buyerData: BUYER } });
    expect(body).toEqual({ message: 'Webhooks sent to 1 URLs', errors: [] });
    expect(performance.now() - startedMs).toBeLessThan(5_000);
    await triggered;
  }, 60_000);
});
