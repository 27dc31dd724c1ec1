import { describe, expect, test } from 'bun:test';
import { updateWebhookSettings, webhookSettings } from '@plat/contracts';
import { eventually } from '@plat/test-kit';
import { Webhook } from 'standardwebhooks';
import {
  ACME,
  deliverNow,
  endSearch,
  HOSTS,
  OTHER,
  WEBHOOK_SECRET,
  webhooksUnderTest,
} from '../webhooks-under-test.fixture.ts';

const service = webhooksUnderTest();
const callsOf = (searchId: string) => service.receiver.calls.filter(({ body }) => body.includes(searchId));
const hasEnded = ([delivery]: { status: string }[]) => delivery !== undefined && delivery.status !== 'pending';
const RETRY_MS = 40_000;
/** The first call about a search. Its outcome is known before a retry falls due, even on a busy machine. */
const firstCall = (searchId: string) =>
  eventually(
    async () => callsOf(searchId),
    ({ length }) => length === 1,
  );

test('sends one webhook for an ended search, signed by Standard Webhooks', async () => {
  const searchId = await service.searchEnds('/hook?token=path-secret');
  const [delivery] = await service.deliveries(searchId, hasEnded);
  expect(delivery).toMatchObject({ event: 'buyer_search.completed', status: 'delivered', next_attempt_at: null });
  expect(delivery?.attempts).toMatchObject([{ status: 200, error: null }]);
  const [call, ...more] = callsOf(searchId);
  expect(more).toEqual([]);
  expect(call?.method).toBe('POST');
  expect(call?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': `msg_${delivery?.delivery_id}`,
    'x-webhook-secret': WEBHOOK_SECRET,
  });
  const { body: settings } = await service.call(webhookSettings);
  const headers = call?.headers as Record<string, string>;
  expect(new Webhook(settings.signing_secret).verify(call?.body ?? '', headers)).toEqual({
    search_id: searchId,
    status: 'completed',
  });
});

test('sends nothing for a rolled-back transaction', async () => {
  const calls = service.receiver.calls.length;
  const rolledBack = service.database.sql.begin(async (transaction) => {
    const search = { url: service.receiver.url(), as: OTHER, event: 'buyer_search.completed' } as const;
    await endSearch(transaction, service.deps, search);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  const searchId = await service.searchEnds('/hook');
  await service.deliveries(searchId, hasEnded);
  expect(service.receiver.calls).toHaveLength(calls + 1);
});

describe('makes one attempt without retries, whatever the response', () => {
  test.each([
    ['/status/500', 500, 'the URL answered with status 500'],
    ['/status/410', 410, 'the URL answered with status 410'],
    ['/redirect/307?to=https://hooks.example.com/elsewhere', 307, 'the URL answered with status 307'],
    ['/reset', null, 'the URL could not be reached over HTTPS'],
  ])('%s', async (path, status, error) => {
    const searchId = await service.searchEnds(path);
    const [delivery] = await service.deliveries(searchId, hasEnded);
    expect(delivery?.status).toBe('failed');
    expect(delivery?.attempts).toMatchObject([{ status, error }]);
    expect(callsOf(searchId)).toHaveLength(1);
    expect(service.receiver.calls.some(({ path }) => path === '/elsewhere')).toBe(false);
  });
});

describe('with retries', () => {
  const withRetries = (retries: boolean) => service.call(updateWebhookSettings, { body: { retries }, as: OTHER });

  test(
    'retries after five seconds under the same webhook-id, by the settings at the time of the event',
    async () => {
      await withRetries(true);
      const searchId = await service.searchEnds('/status/503', { as: OTHER });
      await withRetries(false);
      await firstCall(searchId);
      await service.database.sql`
        update investors.webhook_deliveries set url = ${service.receiver.url()} where search_id = ${searchId}`;
      const [delivery] = await service.deliveries(searchId, hasEnded, { as: OTHER, timeoutMs: RETRY_MS });
      expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 503 }, { status: 200 }] });
      const [first, second] = callsOf(searchId);
      expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'] as string);
      const pauseSeconds = Number(second?.headers['webhook-timestamp']) - Number(first?.headers['webhook-timestamp']);
      expect(pauseSeconds).toBeGreaterThanOrEqual(5);
    },
    RETRY_MS * 2,
  );

  test('ends a delivery at 410', async () => {
    await withRetries(true);
    const searchId = await service.searchEnds('/status/410', { as: OTHER });
    const [delivery] = await service.deliveries(searchId, hasEnded, { as: OTHER });
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status: 410 }] });
  });

  test(
    'waits a day before the tenth and last attempt',
    async () => {
      await withRetries(true);
      const { sql } = service.database;
      const searchId = await sql.begin(async (transaction) => {
        const news = { url: service.receiver.url('/status/500'), as: OTHER, event: 'buyer_search.completed' } as const;
        const ended = await endSearch(transaction, service.deps, news);
        await transaction`
        insert into investors.webhook_attempts (delivery_id, at, outcome, status, duration_ms)
        select id, now(), 'rejected', 500, 1 from investors.webhook_deliveries, generate_series(1, 8)
        where search_id = ${ended}`;
        return ended;
      });
      const [ninth] = await service.deliveries(searchId, ([one]) => one?.attempts.length === 9, {
        as: OTHER,
        timeoutMs: RETRY_MS,
      });
      const hours = (Date.parse(ninth?.next_attempt_at ?? '') - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(23.9);
      expect(hours).toBeLessThan(26.5);
      const [row] = await sql<{ turn: number }[]>`
      select turn from investors.webhook_deliveries where search_id = ${searchId}`;
      const job = { deliveryId: ninth?.delivery_id ?? '', attemptNumber: row?.turn ?? 0 };
      await deliverNow(service.deps.webhookSending, job, new AbortController().signal);
      const [last] = await service.deliveries(searchId, hasEnded, { as: OTHER });
      expect(last).toMatchObject({ status: 'failed', next_attempt_at: null });
      expect(last?.attempts).toHaveLength(10);
    },
    RETRY_MS * 2,
  );
});

test(
  'does not send pending deliveries of a revoked key, and logs the reason',
  async () => {
    const REVOKED = { ...OTHER, keyId: 'key-revoked' };
    await service.call(updateWebhookSettings, { body: { retries: true }, as: REVOKED });
    const searchId = await service.searchEnds('/status/503', { as: REVOKED });
    await firstCall(searchId);
    service.revokedKeys.add(REVOKED.keyId);
    const [delivery] = await service.deliveries(searchId, hasEnded, { as: REVOKED, timeoutMs: RETRY_MS });
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(delivery?.attempts).toMatchObject([
      { status: 503 },
      { status: null, error: 'the key was revoked or deactivated; nothing was sent' },
    ]);
    expect(callsOf(searchId)).toHaveLength(1);
  },
  RETRY_MS * 2,
);

describe('receivers that hang', () => {
  const agent = (userId: string) => ({ ...OTHER, userId });
  const callsTo = (path: string) => service.receiver.calls.filter((call) => call.path.startsWith(path)).length;
  const forget = (searches: string[]) =>
    service.database.sql`delete from investors.searches where id = any(${searches})`;
  const hang = async (path: string, count: number, options: Parameters<typeof service.searchEnds>[1] = {}) => {
    const searches = await Promise.all(Array.from({ length: count }, () => service.searchEnds(path, options)));
    await eventually(
      async () => callsTo(path),
      (calls) => calls > 0,
    );
    return searches;
  };
  /** The webhook of the search is sent while those calls still hang. */
  const isToldMeanwhile = async (hanging: string[], options: Parameters<typeof service.searchEnds>[1]) => {
    const searchId = await service.searchEnds('/hook', options);
    await service.deliveries(searchId, hasEnded, { as: options?.as ?? ACME, timeoutMs: 10_000 });
    const attempts = await service.database.sql`
      select from investors.webhook_attempts a join investors.webhook_deliveries d on d.id = a.delivery_id
      where d.search_id = any(${hanging})`;
    expect(attempts.count).toBe(0);
  };

  test('do not delay webhooks of another company', async () => {
    const hanging = await hang('/hang/company', 40);
    await isToldMeanwhile(hanging, { as: OTHER });
    expect(callsTo('/hang/company')).toBe(4);
    await forget(hanging);
  }, 60_000);

  test('do not delay webhooks of another user of the key, even to the same host', async () => {
    const hanging = await hang('/hang/user', 120, { as: agent('a') });
    await isToldMeanwhile(hanging, { as: agent('b') });
    expect(callsTo('/hang/user')).toBe(4);
    await forget(hanging);
  }, 60_000);

  test('do not delay webhooks of the same user to another host', async () => {
    const hanging = await hang('/hang/host', 120, { as: agent('c') });
    await isToldMeanwhile(hanging, { as: agent('c'), host: HOSTS[1] });
    await forget(hanging);
  }, 60_000);

  test('of many users delay another user of the company by at most one call', async () => {
    const users = Array.from({ length: 12 }, (_, index) => agent(`many ${index}`));
    const hanging = (
      await Promise.all(users.map((as, index) => hang('/hang/many', 10, { as, host: HOSTS[index % HOSTS.length] })))
    ).flat();
    const searchId = await service.searchEnds('/hook', { as: agent('one more') });
    await service.deliveries(searchId, hasEnded, { as: OTHER, timeoutMs: 25_000 });
    await forget(hanging);
  }, 90_000);
});

test('never logs a secret', () => {
  expect(service.lines.filter((line) => line.includes('webhook called')).length).toBeGreaterThan(5);
  const text = service.lines.join('');
  for (const secret of [WEBHOOK_SECRET, 'whsec_', 'path-secret']) expect(text).not.toContain(secret);
});

test('reports attempts by event and outcome, and waiting webhooks', async () => {
  const metrics = await service.metrics();
  expect(metrics).toMatch(/plat_webhook_attempts_total\{event="buyer_search.completed",outcome="delivered".*\} [1-9]/);
  expect(metrics).toMatch(/plat_webhook_waiting\{event="buyer_search.completed".*\} \d/);
  expect(metrics).toMatch(/plat_webhook_oldest_due_seconds\{event="buyer_search.completed".*\} \d/);
});
