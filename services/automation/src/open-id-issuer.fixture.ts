import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

/** An OpenID provider on this machine that publishes its keys and signs any claims. */
export interface TestIssuer {
  url: string;
  audience: string;
  /** A valid token with these claims replaced. */
  token(claims?: Record<string, unknown>, header?: { alg?: string; kid?: string }): Promise<string>;
  /** Publishes and signs with a new key from now on. */
  rotate(): Promise<void>;
  /** Number of reads of its keys. */
  keyReads(): number;
  close(): Promise<void>;
}

export const AUDIENCE = 'plat-under-test';

/** @param nowMs the test's clock. */
export async function startTestIssuer(nowMs: () => number): Promise<TestIssuer> {
  let made = 0;
  let reads = 0;
  const newKey = async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    made += 1;
    const jwk: JWK = { ...(await exportJWK(publicKey)), kid: `key-${made}`, alg: 'ES256', use: 'sig' };
    return { privateKey, jwk };
  };
  let key = await newKey();
  const server: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) => {
      const { pathname } = new URL(url);
      if (pathname === '/.well-known/openid-configuration') {
        return Response.json({ issuer: issuer(), jwks_uri: `${issuer()}/keys` });
      }
      if (pathname !== '/keys') return new Response(null, { status: 404 });
      reads += 1;
      return Response.json({ keys: [key.jwk] });
    },
  });
  const issuer = (): string => `http://127.0.0.1:${server.port}`;
  return {
    url: issuer(),
    audience: AUDIENCE,
    token: (claims = {}, header = {}) => {
      const now = Math.floor(nowMs() / 1000);
      return new SignJWT({
        iss: issuer(),
        aud: AUDIENCE,
        sub: 'user-1',
        iat: now,
        exp: now + 600,
        email: 'user-1@example.com',
        ...claims,
      })
        .setProtectedHeader({ alg: 'ES256', kid: key.jwk.kid, ...header })
        .sign(key.privateKey);
    },
    rotate: async () => {
      key = await newKey();
    },
    keyReads: () => reads,
    close: () => server.stop(true),
  };
}
