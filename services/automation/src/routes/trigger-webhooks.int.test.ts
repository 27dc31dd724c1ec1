import { describe, expect, test } from 'bun:test';
import { subscribeWebhook, triggerWebhooks } from '@plat/contracts';
import { Webhook } from 'standardwebhooks';
import {
  type AutomationAnswer,
  type AutomationUnderTest,
  automationUnderTest,
} from '../automation-under-test.fixture.ts';
import { BUYER, triggerRequests } from './trigger-request.fixture.ts';

const under = automationUnderTest();

const { trigger, subscribe, callsTo } = triggerRequests(under);
const pathsOf = async (uid: string, service = under) =>
  (
    await service.database.sql<{ web_url: string }[]>`
      select web_url from automation.webhook_subscriptions s
      join automation.users u on u.id = s.user_id where uid = ${uid} order by web_url`
  ).map(({ web_url }) => new URL(web_url).pathname);

describe('a trigger', () => {
  test('sends the record unchanged to every URL, signed, as one event', async () => {
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

  test('signs with the secret from setup', async () => {
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

  test('keeps every digit, space and name in place', async () => {
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

  test('uses canonical names on request', async () => {
    const key = await under.key('normal');
    await subscribe(key, '/normal');
    const record = { ...BUYER, 'Updated Owner City': 'Mesa', registeredOwnerName: 'X LLC', registeredSellerName: 'Y' };
    await trigger(key, record, { normalize: 'true' });
    expect(JSON.parse(callsTo('/normal')[0]!.body)).toEqual({
      address: '123 Main St',
      city: 'Phoenix',
      state: 'AZ',
      zip: 85043,
      type: 'flipper',
      possible_buyer_city: 'Mesa',
      buyerRegisteredName: 'X LLC',
      registeredSellerName: 'Y',
    });
  });

  test('warns when documented fields have other types', async () => {
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

describe('failing receivers do not fail the trigger', () => {
  test('each failure is listed in errors, and redirects are not followed', async () => {
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

  test('a URL that returns 410 is unsubscribed; the others stay', async () => {
    const key = await under.key('gone');
    await subscribe(key, '/status/410', '/stays', '/status/503');
    expect((await trigger(key)).body.errors).toHaveLength(2);
    expect(await pathsOf('gone')).toEqual(['/status/503', '/stays'].sort());
    expect((await trigger(key)).body.message).toBe('Webhooks sent to 2 URLs');
    await under.database.sql`delete from automation.webhook_subscriptions where web_url like '%/st%'`;
    expect((await trigger(key)).status).toBe(400);
  });

  test('a URL that fails for five days and five times is unsubscribed; a successful delivery resets both counts', async () => {
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

test('the log names the event and user, but no key, URL path, address or record', async () => {
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

describe('a trigger with many receivers', () => {
  const patient = automationUnderTest({
    overrides: { bounds: { timeoutMs: 10_000, totalMs: 25_000, parallel: 10, maxRunning: 15 } },
  });
  const hasty = automationUnderTest({
    overrides: { bounds: { timeoutMs: 10_000, totalMs: 10_000, parallel: 10, maxRunning: 1 } },
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

  test('reports the right errors for a hundred receivers, some hanging, failing, redirecting or gone', async () => {
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

  test('calls a working receiver before the deadline despite hanging ones', async () => {
    const paths = Array.from({ length: 11 }, (_, i) => (i < 10 ? `/hang/all/${i}` : '/ok/last'));
    const send = await give(hasty, 'hung', paths);
    const answers = await Promise.all([send(), send()]);
    const [{ body }, refused] = answers.sort((a, b) => a.status - b.status) as [AutomationAnswer, AutomationAnswer];
    expect(body.message).toBe('Webhooks sent to 11 URLs');
    // One user may run only this many triggers in parallel.
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

describe("one user's hanging receivers", () => {
  const few = automationUnderTest({ mostCalls: 8 });
  test("do not delay another user's trigger, even to the same host", async () => {
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
