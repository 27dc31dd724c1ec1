import { describe, expect, test } from 'bun:test';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { type Clock, createInternalTokens, MAX_TOKEN_LIFETIME_SECONDS, type Principal } from './index.ts';

const SECRET = 'a secret of at least thirty-two bytes';
const principal: Principal = { keyId: 'k1', keyKind: 'enterprise', companyId: 'c1', userId: 'u1', realm: 'live' };
const movableClock = (): Clock & { ms: number } => ({
  ms: Date.UTC(2026, 2, 1),
  nowMs() {
    return this.ms;
  },
});

describe('an internal token', () => {
  test('carries the principal to the service that it was signed for', async () => {
    const tokens = createInternalTokens(SECRET);
    expect(await tokens.verify(`Bearer ${await tokens.sign(principal, 'geo')}`, 'geo')).toEqual(principal);
  });
  test('is refused by another service, even after the right one has seen it', async () => {
    const tokens = createInternalTokens(SECRET);
    const authorization = `Bearer ${await tokens.sign(principal, 'geo')}`;
    await tokens.verify(authorization, 'geo');
    expect(tokens.verify(authorization, 'accounts')).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  });
  test('is reused while fresh and expires after a minute, even if verified before', async () => {
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
  test('is never reused for another end user', async () => {
    const tokens = createInternalTokens(SECRET);
    const one = await tokens.sign(principal, 'geo');
    const other = await tokens.sign({ ...principal, userId: 'u2', realm: 'live' }, 'geo');
    expect((await tokens.verify(`Bearer ${one}`, 'geo')).userId).toBe('u1');
    expect((await tokens.verify(`Bearer ${other}`, 'geo')).userId).toBe('u2');
  });

  test('lasts as long as requested when issued to a person, at most a day', async () => {
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
  /** The header of real tokens, so that a forged token is not refused for lacking it. */
  const realHeader = async () => {
    const { kid } = decodeProtectedHeader(await createInternalTokens(SECRET).sign(principal, 'geo'));
    return { alg: 'HS256', kid: kid! };
  };
  const token = async (secret: Uint8Array, audience: string, issuer: string, header?: { alg: string; kid?: string }) =>
    new SignJWT({ principal })
      .setProtectedHeader(header ?? (await realHeader()))
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
      async () =>
        new SignJWT({ principal })
          .setProtectedHeader(await realHeader())
          .setIssuer('plat')
          .setAudience('geo.internal')
          .sign(key),
    ],
    [
      'without a signature',
      async () =>
        `${encoded({ ...(await realHeader()), alg: 'none' })}.${encoded({ iss: 'plat', aud: 'geo.internal', exp: 4e9, principal })}.`,
    ],
    ['without a key id', () => token(key, 'geo.internal', 'plat', { alg: 'HS256' })],
    ['with an unknown key id', () => token(key, 'geo.internal', 'plat', { alg: 'HS256', kid: 'unknown' })],
    ['that is empty', async () => ''],
  ];
  for (const [name, make] of forged) {
    test(`${name} is refused`, async () => {
      const tokens = createInternalTokens(SECRET);
      expect(tokens.verify(`Bearer ${await make()}`, 'geo')).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    });
  }

  test('is accepted when built like the forged ones but without a fault', async () => {
    const made = await token(key, 'geo.internal', 'plat');
    expect(await createInternalTokens(SECRET).verify(`Bearer ${made}`, 'geo')).toEqual(principal);
  });
});

describe('secret rotation', () => {
  const NEW = 'the next secret of thirty-two bytes or more';
  /** Secrets of a process at each step of the rotation. Only neighbouring steps run at the same time. */
  const steps = {
    before: createInternalTokens(SECRET),
    announced: createInternalTokens({ current: SECRET, alsoAccepted: [NEW] }),
    exchanged: createInternalTokens({ current: NEW, alsoAccepted: [SECRET] }),
    after: createInternalTokens(NEW),
  };
  const believes = async (signer: keyof typeof steps, verifier: keyof typeof steps) => {
    const token = `Bearer ${await steps[signer].sign(principal, 'geo')}`;
    return steps[verifier].verify(token, 'geo').then(
      () => true,
      () => false,
    );
  };

  test.each([
    ['before', 'announced'],
    ['announced', 'exchanged'],
    ['exchanged', 'after'],
  ] as const)('processes at steps %s and %s can call each other', async (one, next) => {
    expect([await believes(one, next), await believes(next, one), await believes(next, next)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('makes the old secret worthless after the last step', async () => {
    expect(await believes('announced', 'after')).toBe(false);
    expect(await believes('before', 'after')).toBe(false);
  });

  test('a key id reveals nothing about its secret', async () => {
    const { kid } = decodeProtectedHeader(await steps.before.sign(principal, 'geo'));
    expect(SECRET).not.toContain(kid!);
    expect(kid).toMatch(/^[\w-]{16}$/);
  });
});
