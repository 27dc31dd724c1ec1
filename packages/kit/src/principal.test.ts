import { describe, expect, test } from 'bun:test';
import { SignJWT } from 'jose';
import { type Clock, createInternalTokens, MAX_TOKEN_LIFETIME_SECONDS, type Principal } from './index.ts';

const SECRET = 'a secret of at least thirty-two bytes';
const principal: Principal = { keyId: 'k1', keyKind: 'enterprise', companyId: 'c1', userId: 'u1' };
const movableClock = (): Clock & { ms: number } => ({
  ms: Date.UTC(2026, 2, 1),
  nowMs() {
    return this.ms;
  },
});

describe('an internal token', () => {
  test('brings the principal to the service it was signed for', async () => {
    const tokens = createInternalTokens(SECRET);
    expect(await tokens.verify(`Bearer ${await tokens.sign(principal, 'geo')}`, 'geo')).toEqual(principal);
  });
  test('is refused by another service, also after the right one has seen it', async () => {
    const tokens = createInternalTokens(SECRET);
    const authorization = `Bearer ${await tokens.sign(principal, 'geo')}`;
    await tokens.verify(authorization, 'geo');
    expect(tokens.verify(authorization, 'accounts')).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  });
  test('is reused while fresh and expires after a minute, also when it was verified before', async () => {
    const clock = movableClock();
    const tokens = createInternalTokens(SECRET, clock);
    const first = await tokens.sign(principal, 'geo');
    expect(await tokens.sign(principal, 'geo')).toBe(first);
    await tokens.verify(`Bearer ${first}`, 'geo');
    clock.ms += 31_000;
    expect(await tokens.sign(principal, 'geo')).not.toBe(first);
    await tokens.verify(`Bearer ${first}`, 'geo');
    clock.ms += 40_000;
    expect(tokens.verify(`Bearer ${first}`, 'geo')).rejects.toMatchObject({ status: 401 });
  });
  test('of one end user is never reused for another', async () => {
    const tokens = createInternalTokens(SECRET);
    const one = await tokens.sign(principal, 'geo');
    const other = await tokens.sign({ ...principal, userId: 'u2' }, 'geo');
    expect((await tokens.verify(`Bearer ${one}`, 'geo')).userId).toBe('u1');
    expect((await tokens.verify(`Bearer ${other}`, 'geo')).userId).toBe('u2');
  });

  test('that a person is given lasts as long as was asked for, at most a day', async () => {
    const clock = movableClock();
    const tokens = createInternalTokens(SECRET, clock);
    const issued = `Bearer ${await tokens.issue(principal, 'geo', 600)}`;
    clock.ms += 599_000;
    expect(await tokens.verify(issued, 'geo')).toEqual(principal);
    expect(tokens.verify(issued, 'investors')).rejects.toMatchObject({ status: 401 });
    clock.ms += 12_000;
    expect(tokens.verify(issued, 'geo')).rejects.toMatchObject({ status: 401 });
    for (const seconds of [0, -1, Number.NaN, MAX_TOKEN_LIFETIME_SECONDS + 1]) {
      expect(tokens.issue(principal, 'geo', seconds)).rejects.toThrow(RangeError);
    }
  });

  const key = new TextEncoder().encode(SECRET);
  const token = (secret: Uint8Array, audience: string, issuer: string) =>
    new SignJWT({ principal })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime('1m')
      .sign(secret);
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged: [string, () => Promise<string>][] = [
    ['of another secret', () => token(new TextEncoder().encode('x'.repeat(32)), 'geo.internal', 'plat')],
    ['of another issuer', () => token(key, 'geo.internal', 'someone')],
    [
      'without an expiry',
      () =>
        new SignJWT({ principal })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer('plat')
          .setAudience('geo.internal')
          .sign(key),
    ],
    [
      'without a signature',
      async () => `${encoded({ alg: 'none' })}.${encoded({ iss: 'plat', aud: 'geo.internal', exp: 4e9, principal })}.`,
    ],
    ['that is empty', async () => ''],
  ];
  for (const [name, make] of forged) {
    test(`${name} is refused`, async () => {
      const tokens = createInternalTokens(SECRET);
      expect(tokens.verify(`Bearer ${await make()}`, 'geo')).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    });
  }
});
