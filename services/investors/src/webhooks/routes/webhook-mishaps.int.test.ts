import { expect, test } from 'bun:test';
import { eventually } from '@plat/test-kit';
import { MOST_STARTS } from '../domain/deliver-webhook.ts';
import type { WebhookWriter } from '../domain/ports.ts';
import { deliverNow, WEBHOOK_SECRET, webhooksUnderTest, writeOutcome } from '../webhooks-under-test.fixture.ts';

/** Fails the given number of times for a search, then writes. */
const failures = new Map<string, number>();
const headers = new Map<string, Record<string, string>>();
const service = webhooksUnderTest({
  writer: (sql): WebhookWriter => {
    const write = writeOutcome(sql);
    return async (searchId, signal) => {
      const left = failures.get(searchId) ?? 0;
      failures.set(searchId, left - 1);
      if (left > 0) throw new Error('could not read the do-not-contact lists');
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
  return { searchId, job: { deliveryId: delivery!.delivery_id, attemptNumber: 1 } };
};
const statusOf = async (searchId: string) => (await service.deliveries(searchId, () => true))[0]?.status;
const never = new AbortController().signal;

test('one of two processes sends a delivery; a delivered one is not sent again', async () => {
  const { searchId, job } = await sent('/hang');
  const { webhookSending } = service.deps;
  const leaving = new AbortController();
  const first = deliverNow(webhookSending, job, leaving.signal);
  await eventually(
    async () => callsOf(searchId).length,
    (calls) => calls === 1,
  );
  await expect(deliverNow(webhookSending, job, never)).rejects.toThrow('another process has this delivery');
  leaving.abort();
  await expect(first).rejects.toThrow('cut short');
  expect(await statusOf(searchId)).toBe('pending');
  await service.database.sql`
    update investors.webhook_deliveries set url = ${service.receiver.url()} where search_id = ${searchId}`;
  await deliverNow(webhookSending, job, never);
  await deliverNow(webhookSending, job, never);
  expect(callsOf(searchId)).toHaveLength(2);
  expect(await statusOf(searchId)).toBe('delivered');
});

test('a stalled process does not release a delivery that another has claimed', async () => {
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

test('retries after a pause when a message cannot be written', async () => {
  const { webhookSending } = service.deps;
  const late = await sent();
  failures.set(late.searchId, 1);
  await expect(deliverNow(webhookSending, late.job, never)).rejects.toThrow('could not read the do-not-contact lists');
  const [postponed] = await service.deliveries(late.searchId, () => true);
  expect(Date.parse(postponed?.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 500);
  await deliverNow(webhookSending, late.job, never);
  expect([await statusOf(late.searchId), callsOf(late.searchId).length]).toEqual(['delivered', 1]);
});

test('fails a delivery as unsent when its message can never be written', async () => {
  const { webhookSending } = service.deps;
  const lost = await sent();
  failures.set(lost.searchId, MOST_STARTS);
  for (let start = 1; start <= MOST_STARTS; start++) {
    await expect(deliverNow(webhookSending, lost.job, never)).rejects.toThrow(
      'could not read the do-not-contact lists',
    );
    expect(await statusOf(lost.searchId)).toBe(start < MOST_STARTS ? 'pending' : 'failed');
  }
  const [delivery] = await service.deliveries(lost.searchId, () => true);
  expect(delivery).toMatchObject({
    status: 'failed',
    attempts: [{ status: null, error: 'it could not be written on our side; nothing was sent' }],
  });
  expect(callsOf(lost.searchId)).toEqual([]);
});

test('fails a delivery as unsent when every process that starts it dies', async () => {
  const dying = await sent();
  await service.database.sql`
    update investors.webhook_deliveries set starts = ${MOST_STARTS} where search_id = ${dying.searchId}`;
  await deliverNow(service.deps.webhookSending, dying.job, never);
  expect([await statusOf(dying.searchId), callsOf(dying.searchId).length]).toEqual(['failed', 0]);
});

test('never sends or logs a header that injects another or replaces one of ours', async () => {
  const wrong: Record<string, string>[] = [
    { 'x-webhook-secret': `${WEBHOOK_SECRET}\r\nx-evil: 1` },
    { 'x-webhook-secret': `${WEBHOOK_SECRET}\u0000` },
    { 'webhook-signature': `v1,${WEBHOOK_SECRET}` },
    { host: WEBHOOK_SECRET },
  ];
  for (const each of wrong) {
    const { searchId, job } = await sent();
    headers.set(searchId, each);
    const failure = await deliverNow(service.deps.webhookSending, job, never).catch((error: Error) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(String(failure)).not.toContain(WEBHOOK_SECRET);
    expect(callsOf(searchId)).toEqual([]);
  }
  expect(service.lines.join('')).not.toContain(WEBHOOK_SECRET);
});
