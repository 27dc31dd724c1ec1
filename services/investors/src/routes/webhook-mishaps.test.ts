import { expect, test } from 'bun:test';
import { deliverWebhook, giveUpAttempt } from '../domain/webhooks/deliver-webhook.ts';
import type { WebhookWriter } from '../domain/webhooks/ports.ts';
import { eventually, WEBHOOK_SECRET, webhooksUnderTest, writeOutcome } from '../webhooks-under-test.fixture.ts';

/** Fails as often as is said for a search, then writes. */
const failures = new Map<string, number>();
const headers = new Map<string, Record<string, string>>();
const service = webhooksUnderTest({
  writer: (sql): WebhookWriter => {
    const write = writeOutcome(sql);
    return async (searchId, signal) => {
      const left = failures.get(searchId) ?? 0;
      failures.set(searchId, left - 1);
      if (left > 0) throw new Error('the lists cannot be read');
      const message = await write(searchId, signal);
      return message && { ...message, headers: { ...message.headers, ...headers.get(searchId) } };
    };
  },
  workers: 0,
});
const callsOf = (searchId: string) => service.receiver.calls.filter(({ body }) => body.includes(searchId));
const sent = async (path = '/hook') => {
  const searchId = await service.searchEnds(path);
  const [delivery] = await service.deliveries(searchId, ([one]) => one !== undefined);
  return { searchId, job: { deliveryId: delivery!.delivery_id, turn: 1 } };
};
const statusOf = async (searchId: string) => (await service.deliveries(searchId, () => true))[0]?.status;
const never = new AbortController().signal;

test('of two workers with one job, one calls and the other is told to come back; afterwards the job does nothing', async () => {
  const { searchId, job } = await sent('/hang');
  const { webhookSending } = service.deps;
  const leaving = new AbortController();
  const first = deliverWebhook(webhookSending, job, leaving.signal);
  await eventually(
    async () => callsOf(searchId).length,
    (calls) => calls === 1,
  );
  await expect(deliverWebhook(webhookSending, job, never)).rejects.toThrow('another process has this delivery');
  leaving.abort();
  await expect(first).rejects.toThrow('cut short');
  expect(await statusOf(searchId)).toBe('pending');
  await service.database.sql`
    update investors.webhook_deliveries set url = ${service.receiver.url()} where search_id = ${searchId}`;
  await deliverWebhook(webhookSending, job, never);
  await deliverWebhook(webhookSending, job, never);
  expect(callsOf(searchId)).toHaveLength(2);
  expect(await statusOf(searchId)).toBe('delivered');
});

test('whoever stalled beyond its claim gives nothing back that another has by now', async () => {
  const { job } = await sent();
  const { queue } = service.deps.webhookSending;
  const stalled = await queue.claim(job, 1);
  await Bun.sleep(10);
  const taken = await queue.claim(job, 30_000);
  if (stalled === null || stalled === 'busy' || taken === null || taken === 'busy') throw new Error('not claimed');
  await queue.release(stalled);
  expect(await queue.claim(job, 30_000)).toBe('busy');
  await queue.finish(taken, { outcome: 'delivered', status: 200, durationMs: 1 }, { status: 'delivered' });
  await queue.finish(stalled, { outcome: 'timeout', status: null, durationMs: 1 }, { status: 'failed' });
  const [delivery] = await service.deliveries(stalled.subjectId, () => true);
  expect(delivery).toMatchObject({ status: 'delivered', attempts: [{ status: 200 }, { status: null }] });
});

test('a message that cannot be written now is sent when it can be; when it never can, the delivery fails unsent', async () => {
  const { webhookSending } = service.deps;
  const late = await sent();
  failures.set(late.searchId, 1);
  await expect(deliverWebhook(webhookSending, late.job, never)).rejects.toThrow('the lists cannot be read');
  await deliverWebhook(webhookSending, late.job, never);
  expect([await statusOf(late.searchId), callsOf(late.searchId).length]).toEqual(['delivered', 1]);

  const lost = await sent();
  await giveUpAttempt(webhookSending, lost.job);
  const [delivery] = await service.deliveries(lost.searchId, () => true);
  expect(delivery).toMatchObject({
    status: 'failed',
    attempts: [{ status: null, error: 'it could not be written on our side; nothing was sent' }],
  });
  expect(callsOf(lost.searchId)).toEqual([]);
});

test('a header that would bring another along, or replace one of ours, is not sent, and its value is told nowhere', async () => {
  const wrong: Record<string, string>[] = [
    { 'x-webhook-secret': `${WEBHOOK_SECRET}\r\nx-evil: 1` },
    { 'x-webhook-secret': `${WEBHOOK_SECRET}\u0000` },
    { 'webhook-signature': `v1,${WEBHOOK_SECRET}` },
    { host: WEBHOOK_SECRET },
  ];
  for (const each of wrong) {
    const { searchId, job } = await sent();
    headers.set(searchId, each);
    const failure = await deliverWebhook(service.deps.webhookSending, job, never).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(String(failure)).not.toContain(WEBHOOK_SECRET);
    expect(callsOf(searchId)).toEqual([]);
  }
  expect(service.lines.join('')).not.toContain(WEBHOOK_SECRET);
});
