import { expect, test } from 'bun:test';
import { updateWebhookSettings, webhookSettings } from '@plat/contracts';
import { Webhook } from 'standardwebhooks';
import { ACME, OTHER, webhooksUnderTest } from '../webhooks-under-test.fixture.ts';

const service = webhooksUnderTest();
const NEW = { ...ACME, keyId: 'key-new' };
const read = async (as = ACME) => (await service.call(webhookSettings, { as })).body;
const change = (body: unknown, as = ACME) => service.call(updateWebhookSettings, { body, as });
const hasEnded = ([delivery]: { status: string }[]) => delivery !== undefined && delivery.status !== 'pending';

test('creates settings at first use, with one secret for concurrent requests', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => read(NEW)));
  expect(answers[0]).toMatchObject({ retries: false, deal_url: null });
  expect(answers[0].signing_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(new Set(answers.map(({ signing_secret }) => signing_secret)).size).toBe(1);
});

test('changes only the given fields of its own key', async () => {
  const before = await read(OTHER);
  await change({ deal_url: 'https://crm.example.com/deals' });
  const { body } = await change({ retries: true });
  expect(body).toMatchObject({ retries: true, deal_url: 'https://crm.example.com/deals' });
  expect(await read()).toEqual(body);
  expect(await read(OTHER)).toEqual(before);
  expect(before.signing_secret).not.toBe(body.signing_secret);
  expect((await change({ deal_url: null })).body).toEqual({ ...body, deal_url: null });
});

test.each([
  [{}, 'body'],
  [{ retries: 'yes' }, 'retries'],
  [{ deal_url: 'http://crm.example.com/' }, 'deal_url'],
  [{ deal_url: 'https://10.0.0.1/' }, 'deal_url'],
  [{ deal_url: 'https://crm.example.com/\r\nx-evil: 1' }, 'deal_url'],
  [{ deal_url: 'http://localhost:3000/' }, 'deal_url'],
  [{ rotate_signing_secret: 1 }, 'rotate_signing_secret'],
])('rejects %j and names %s', async (body, field) => {
  const { status, body: answer } = await change(body);
  expect([status, answer.fields[0].field]).toEqual([400, field]);
});

test('signs with both secrets for a day after a rotation', async () => {
  const former = (await read(OTHER)).signing_secret;
  const { body } = await change({ rotate_signing_secret: true }, OTHER);
  expect(body.signing_secret).not.toBe(former);
  const signed = async () => {
    const searchId = await service.searchEnds('/hook', { as: OTHER });
    await service.deliveries(searchId, hasEnded, { as: OTHER });
    const call = service.receiver.calls.find(({ body }) => body.includes(searchId))!;
    const headers = call.headers as Record<string, string>;
    const verifies = (secret: string) => {
      try {
        new Webhook(secret).verify(call.body, headers);
        return true;
      } catch {
        return false;
      }
    };
    return [verifies(body.signing_secret), verifies(former)];
  };
  expect(await signed()).toEqual([true, true]);
  const { sql } = service.database;
  const [until] = await sql`
    select extract(epoch from former_secret_until - now()) / 3600 as hours from investors.webhook_settings
    where key_id = ${OTHER.keyId}`;
  expect(Number(until?.hours)).toBeWithin(23.9, 24.01);
  await sql`update investors.webhook_settings set former_secret_until = now() where key_id = ${OTHER.keyId}`;
  expect(await signed()).toEqual([true, false]);
});

test('keeps two secrets at most after a second rotation within the day', async () => {
  const first = (await read(NEW)).signing_secret;
  const second = (await change({ rotate_signing_secret: true }, NEW)).body.signing_secret;
  const third = (await change({ rotate_signing_secret: true }, NEW)).body.signing_secret;
  expect((await service.deps.webhookSettings.ofKey(NEW)).activeSecrets).toEqual([third, second]);
  expect(new Set([first, second, third]).size).toBe(3);
});
