import { describe, expect, test } from 'bun:test';
import { triggerWebhooks } from '@plat/contracts';
import { automationUnderTest } from '../automation-under-test.fixture.ts';
import { BUYER, triggerRequests } from './trigger-request.fixture.ts';

const under = automationUnderTest();

const { trigger, subscribe, callsTo } = triggerRequests(under);

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('a trigger is rejected in this order', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing at all', {}, ['apiKey', 'buyerData']],
    ['an empty key', { apiKey: '', buyerData: BUYER }, ['apiKey']],
    ['a key that is not a string', { apiKey: 7, buyerData: BUYER }, ['apiKey']],
    ['no record', { apiKey: 'x' }, ['buyerData']],
    ['an empty record', { apiKey: 'x', buyerData: {} }, ['buyerData']],
    ['a record that is null', { apiKey: 'x', buyerData: null }, ['buyerData']],
    ['a record that is a list', { apiKey: 'x', buyerData: [BUYER] }, ['buyerData']],
    ['a record of text', { apiKey: 'x', buyerData: 'text' }, ['buyerData']],
    ['a record of 33 levels', { apiKey: 'x', buyerData: { a: nested(32) } }, ['buyerData']],
    ['a record above 64 KB', { apiKey: 'x', buyerData: { notes: 'x'.repeat(65_536) } }, ['buyerData']],
  ])('%s with 400, before the key is checked', async (_what, body, fields) => {
    const { status, body: answer } = await under.call(triggerWebhooks, { body });
    expect([status, answer.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.fields.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  test('a deeply nested record is rejected before serialization', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const { status, body } = await under.call(triggerWebhooks, { body: `{"apiKey":"x","buyerData":{"a":${deep}}}` });
    expect([status, body.error]).toEqual([400, 'buyerData must be nested at most 32 levels deep']);
  });

  test('a record with 32 levels is sent', async () => {
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

  test('the eleventh within a second with 429, before its URLs are read', async () => {
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
