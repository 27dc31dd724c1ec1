import { afterAll, expect, test } from 'bun:test';
import { HERE, SEARCH, SUBSCRIBER_KEY, startTestGateway } from './gateway.fixture.ts';

const gateway = startTestGateway({ trustedProxies: ['127.0.0.1'] });
afterAll(() => gateway.close());

const MARK = 'caller-gave-this';
const metrics = async (): Promise<string> => (await gateway.send('/metrics')).text();
const seriesOf = (text: string): number => text.split('\n').filter((line) => line.startsWith('plat_')).length;

/** Varies every value that a caller can choose, starting at `from`. */
async function strangeRequests(from: number): Promise<void> {
  for (let n = from; n < from + 40; n++) {
    const given = `${MARK}-${n}`;
    const headers = {
      'x-request-id': given,
      'x-user-id': given,
      'idempotency-key': given,
      'user-agent': given,
      'x-forwarded-for': `203.0.113.${n}`,
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    };
    await gateway.send(`/${given}?${given}=${given}`, { headers });
    await gateway.send(`/v1/autocomplete/${given}`, { method: 'DELETE', headers });
    await gateway.post(`/v1/buyer-search?${given}=1`, { ...HERE, [given]: given }, headers);
    await gateway.post('/v1/autocomplete', { search_string: given }, headers);
    await gateway.post('/v1/autocomplete', SEARCH, { ...headers, 'x-api-key': given });
    await gateway.send('/v1/autocomplete', { method: `M${n}`, headers }).catch(() => {});
  }
}

test('metric labels never contain caller input', async () => {
  // Keeps the minute limit from ending the test early.
  gateway.set(SUBSCRIBER_KEY, { rate_limit: 1_000 });
  await strangeRequests(0);
  const before = await metrics();
  await strangeRequests(100);
  await strangeRequests(200);
  const after = await metrics();
  expect(seriesOf(before)).toBeGreaterThan(20);
  expect(seriesOf(after)).toBe(seriesOf(before));
  expect(after).not.toContain(MARK);
  expect(after).not.toContain(SUBSCRIBER_KEY);
  for (const name of ['plat_minute_decisions_total', 'plat_cache_looks_total', 'plat_monthly_reservations_total']) {
    expect(after).toContain(`${name}{`);
  }
}, 120_000);
