import { describe, expect, test } from 'bun:test';
import { gateway, useGateway } from './fresh-gateway.fixture.ts';
import { enterprise, SEARCH, SUBSCRIBER_KEY } from './gateway.fixture.ts';

useGateway();

const status = async (headers = {}) => (await gateway.post('/v1/autocomplete', SEARCH, headers)).status;
const guess = (name: string) => status({ 'x-api-key': `plat_sub_guess_${name}` });
const guessMany = (count: number, round = 'a') =>
  Promise.all(Array.from({ length: count }, (_, i) => guess(`${round}${i}`)));

describe('key guessing from one address', () => {
  test('does not block the first use of a key new to the gateway', async () => {
    await guessMany(150);
    expect(await guess('one more')).toBe(429);
    expect([await status(), await status(enterprise('user-1'))]).toEqual([200, 200]);
  });

  test('does not block a first use in the middle of a flood', async () => {
    await guessMany(120);
    const flood = guessMany(300, 'b');
    const first = status();
    expect(await first).toBe(200);
    expect(new Set(await flood)).toEqual(new Set([429]));
  });

  test('is refused in plain text, without a lookup for each key', async () => {
    await guessMany(120);
    const [verified, lookups] = [gateway.fake.verified.length, gateway.fake.existenceLookups.length];
    const response = await gateway.post('/v1/autocomplete', SEARCH, { 'x-api-key': 'plat_sub_guess_z' });
    expect([response.status, response.headers.get('content-type')]).toEqual([429, 'text/plain; charset=utf-8']);
    expect(new Set(await guessMany(200, 'c'))).toEqual(new Set([429]));
    expect(gateway.fake.verified).toHaveLength(verified);
    // One lookup runs at a time; keys that arrive meanwhile share the next one.
    expect(gateway.fake.existenceLookups.length - lookups).toBeLessThan(100);
    expect(Math.max(...gateway.fake.existenceLookups)).toBeGreaterThan(5);
  });

  test('costs one lookup for a wrong key sent repeatedly', async () => {
    await guessMany(120);
    const lookups = gateway.fake.existenceLookups.length;
    for (let i = 0; i < 5; i++) expect(await guess('same')).toBe(429);
    expect(gateway.fake.existenceLookups.length - lookups).toBe(1);
  });

  test('gets 401 again after a quiet period', async () => {
    await guessMany(150);
    gateway.clock.advance(10_000);
    expect([await guess('later'), await status()]).toEqual([401, 200]);
  });

  test('gets 502 while accounts is unavailable; the real key works afterwards', async () => {
    await guessMany(120);
    gateway.fake.wire.accounts = () => Promise.reject(new Error('connect ECONNREFUSED'));
    expect(await status()).toBe(502);
    delete gateway.fake.wire.accounts;
    expect(await status()).toBe(200);
  });
});

test('does not hide the response for a deactivated key from the same address', async () => {
  await guessMany(150);
  gateway.set(SUBSCRIBER_KEY, { active: false });
  expect(await status()).toBe(401);
});
