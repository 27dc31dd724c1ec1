import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { AppError } from '@plat/kit';
import { createOpenIdProvider } from '@plat/openid';
import { AUDIENCE, startTestIssuer, type TestIssuer } from '@plat/openid/testing';
import { newWork, runInScope } from '@plat/telemetry';
import { fixedClock } from '@plat/test-kit';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { createLocalIssuer, LOCAL_AUDIENCE, LOCAL_ISSUER } from './local-issuer.ts';
import { createOpenIdTokens } from './open-id-tokens.ts';

const clock = fixedClock('2026-03-01T12:00:00Z');
const now = Math.floor(clock.nowMs() / 1000);
const lines: unknown[] = [];
const log = { info: (fields: unknown) => void lines.push(fields) } as never;
let issuer: TestIssuer;
let other: TestIssuer;
beforeAll(async () => {
  [issuer, other] = await Promise.all([startTestIssuer(() => clock.nowMs()), startTestIssuer(() => clock.nowMs())]);
});
afterAll(async () => {
  await Promise.all([issuer.close(), other.close()]);
});

const tokensOf = (url: string, algorithms = ['ES256', 'RS256']) =>
  createOpenIdTokens({
    issuer: url,
    audience: AUDIENCE,
    algorithms,
    keys: createOpenIdProvider({ issuer: url }).keys,
    clock,
    log,
  });
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('an ID token proves its subject', () => {
  test('returns the identity that the provider reports', async () => {
    const token = await issuer.token({ name: 'One', email_verified: true });
    expect(await tokensOf(issuer.url).verify(token)).toEqual({
      uid: 'user-1',
      email: 'user-1@example.com',
      displayName: 'One',
    });
  });

  test.each<[string, Record<string, unknown>, string | null]>([
    ['an unverified address', { email_verified: false }, null],
    ['no address', { email: undefined }, null],
    ['an address that is not a string', { email: 7 }, null],
  ])('no mail address: %s', async (_what, claims, email) => {
    expect((await tokensOf(issuer.url).verify(await issuer.token(claims))).email).toBe(email);
  });

  test('tolerates 60 seconds of clock skew', async () => {
    const tokens = tokensOf(issuer.url);
    expect(await codeOf(tokens.verify(await issuer.token({ exp: now - 59 })))).toBe('accepted');
    expect(await codeOf(tokens.verify(await issuer.token({ iat: now + 59, nbf: now + 59 })))).toBe('accepted');
  });

  test('loads the keys once for parallel tokens', async () => {
    const fresh = await startTestIssuer(() => clock.nowMs());
    const tokens = tokensOf(fresh.url);
    const token = await fresh.token();
    await Promise.all([tokens.verify(token), tokens.verify(token), tokens.verify(token)]);
    await tokens.verify(token);
    expect(fresh.keyReads()).toBe(1);
    await fresh.close();
  });
});

describe('a provider that rotates its key', () => {
  const rotated = async (cooldownMs: number) => {
    const provider = await startTestIssuer(() => clock.nowMs());
    const keys = createOpenIdProvider({ issuer: provider.url, cooldownMs }).keys;
    const tokens = createOpenIdTokens({
      issuer: provider.url,
      audience: AUDIENCE,
      algorithms: ['ES256'],
      keys,
      clock,
      log,
    });
    await tokens.verify(await provider.token());
    await provider.rotate();
    const codes = [];
    for (let i = 0; i < 3; i++) codes.push(await codeOf(tokens.verify(await provider.token())));
    const reads = provider.keyReads();
    await provider.close();
    return { codes, reads };
  };

  test('is trusted once the reload interval has passed', async () => {
    expect(await rotated(0)).toEqual({ codes: ['accepted', 'accepted', 'accepted'], reads: 2 });
  });

  test('reloads once for parallel tokens, and each reports whether it waited', async () => {
    const tokens = tokensOf(issuer.url);
    const works = [newWork('first'), newWork('second')];
    for (const work of works) await runInScope({ work }, async () => tokens.verify(await issuer.token()));
    expect(works.map(({ caches }) => caches.identity_keys)).toEqual([
      { hits: 0, misses: 1 },
      { hits: 1, misses: 0 },
    ]);
  });

  test('is not called repeatedly for unknown keys', async () => {
    expect(await rotated(30_000)).toEqual({ codes: Array(3).fill('INVALID_API_KEY'), reads: 1 });
  });
});

describe('a provider with an endless document', () => {
  const endless = (path: string) => {
    let sentBytes = 0;
    const chunk = new Uint8Array(64 * 1024).fill(0x20);
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }): Response => {
        const { origin, pathname } = new URL(url);
        if (pathname !== path) return Response.json({ issuer: origin, jwks_uri: `${origin}/keys` });
        const body = new ReadableStream({
          pull: (controller) => {
            sentBytes += chunk.length;
            controller.enqueue(chunk);
          },
        });
        return new Response(body, { headers: { 'content-type': 'application/json' } });
      },
    });
    return { url: `http://127.0.0.1:${server.port}`, sentBytes: () => sentBytes, close: () => server.stop(true) };
  };

  test.each(['/keys', '/.well-known/openid-configuration'])('is read up to 256 KB: %s', async (path) => {
    const provider = endless(path);
    const startedMs = performance.now();
    expect(await codeOf(tokensOf(provider.url).verify(await issuer.token({ iss: provider.url })))).toBe(
      'UPSTREAM_ERROR',
    );
    expect(performance.now() - startedMs).toBeLessThan(4_000);
    // Allows for the buffers of both sockets.
    expect(provider.sentBytes()).toBeLessThan(16 * 1024 * 1024);
    await provider.close();
  });
});

describe('rejects a token', () => {
  const claims: [string, Record<string, unknown>][] = [
    ['from another issuer', { iss: 'https://login.example.com' }],
    ['for another audience', { aud: 'somebody-else' }],
    ['for no audience', { aud: undefined }],
    ['that has expired', { exp: now - 61 }],
    ['without an expiry', { exp: undefined }],
    ['that is not valid yet', { nbf: now + 61 }],
    ['issued in the future', { iat: now + 61 }],
    ['without an issue time', { iat: undefined }],
    ['older than an hour, whatever its lifetime', { iat: now - 3_661, exp: now + 86_400 }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with an overlong subject', { sub: 'x'.repeat(256) }],
  ];
  test.each(claims)('%s', async (_what, wrong) => {
    expect(await codeOf(tokensOf(issuer.url).verify(await issuer.token(wrong)))).toBe('INVALID_API_KEY');
  });

  test('with an algorithm outside the list', async () => {
    const tokens = tokensOf(issuer.url, ['RS256']);
    expect(await codeOf(tokens.verify(await issuer.token()))).toBe('INVALID_API_KEY');
  });

  test('without a signature, or signed with the public key as a shared secret', async () => {
    const payload = { iss: issuer.url, aud: AUDIENCE, sub: 'user-1', iat: now, exp: now + 600 };
    const secret = new TextEncoder().encode(JSON.stringify({ kid: 'key-1' }).padEnd(32));
    const forged = await new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(secret);
    for (const token of [new UnsecuredJWT(payload).encode(), forged]) {
      expect(await codeOf(tokensOf(issuer.url).verify(token))).toBe('INVALID_API_KEY');
    }
  });

  test('signed by an unpublished key, under any id, or with a key in its header', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const payload = { iss: issuer.url, aud: AUDIENCE, sub: 'user-1', iat: now, exp: now + 600 };
    const jwk = await exportJWK(publicKey);
    for (const header of [{ kid: 'key-1' }, { kid: 'key-9' }, { kid: 'key-1', jwk }]) {
      const token = await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', ...header }).sign(privateKey);
      expect(await codeOf(tokensOf(issuer.url).verify(token))).toBe('INVALID_API_KEY');
    }
    expect(await codeOf(tokensOf(issuer.url).verify(await other.token({ iss: issuer.url })))).toBe('INVALID_API_KEY');
  });

  test.each(['x', 'a.b.c', '..', `${'a'.repeat(100)}.e30.`])('that is malformed: %s', async (token) => {
    expect(await codeOf(tokensOf(issuer.url).verify(token))).toBe('INVALID_API_KEY');
  });
});

describe('an unavailable provider', () => {
  test('does not reject the token; the next call retries', async () => {
    let answers = false;
    const fetching = (async (input: string | URL | Request, init?: RequestInit) =>
      answers ? fetch(input, init) : new Response('away', { status: 503 })) as typeof fetch;
    const keys = createOpenIdProvider({ issuer: issuer.url, fetch: fetching }).keys;
    const tokens = createOpenIdTokens({
      issuer: issuer.url,
      audience: AUDIENCE,
      algorithms: ['ES256'],
      keys,
      clock,
      log,
    });
    const token = await issuer.token();
    expect(await codeOf(tokens.verify(token))).toBe('UPSTREAM_ERROR');
    answers = true;
    while ((await codeOf(tokens.verify(token))) !== 'accepted') await Bun.sleep(50);
  });

  test.each<[string, object | null]>([
    ['that names another issuer', { issuer: 'https://login.example.com', jwks_uri: 'https://login.example.com/keys' }],
    ['without a key URL', {}],
    ['with an invalid document', null],
  ])('a provider %s is rejected', async (_what, document) => {
    const named = document === null ? null : { issuer: issuer.url, ...document };
    const keys = createOpenIdProvider({ issuer: issuer.url, fetch: (async () => Response.json(named)) as never }).keys;
    const tokens = createOpenIdTokens({
      issuer: issuer.url,
      audience: AUDIENCE,
      algorithms: ['ES256'],
      keys,
      clock,
      log,
    });
    expect(await codeOf(tokens.verify(await issuer.token()))).toBe('UPSTREAM_ERROR');
  });
});

describe('the built-in issuer', () => {
  const identity = { uid: 'user-1', email: 'user-1@example.com', displayName: null };
  const local = createLocalIssuer('ab'.repeat(32));

  test('is trusted by every process with its seed and no other', async () => {
    const token = await local.issue(identity, clock.nowMs(), 600);
    const again = createLocalIssuer('ab'.repeat(32)).idTokens({ clock, log });
    expect(await again.verify(token)).toEqual(identity);
    const stranger = createLocalIssuer('cd'.repeat(32)).idTokens({ clock, log });
    expect(await codeOf(stranger.verify(token))).toBe('INVALID_API_KEY');
  });

  test('does not trust other providers', async () => {
    const token = await issuer.token({ iss: LOCAL_ISSUER, aud: LOCAL_AUDIENCE });
    expect(await codeOf(local.idTokens({ clock, log }).verify(token))).toBe('INVALID_API_KEY');
  });
});
