import { createHash } from 'node:crypto';
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
  /**
   * What its page does when somebody signs in there.
   * @param makeToken the ID token of the code; a valid one with the nonce and these claims unless given.
   * @returns the address to which the browser goes back.
   */
  signInAt(
    authorizationUrl: string,
    claims?: Record<string, unknown>,
    makeToken?: (nonce: string) => Promise<string>,
  ): URL;
  close(): Promise<void>;
}

export const AUDIENCE = 'plat-under-test';
export const CLIENT_SECRET = 'secret of the/client:%';

interface Grant {
  challenge: string;
  redirectUri: string;
  token(): Promise<string>;
}

/** @param nowMs the test's clock. */
export async function startTestIssuer(nowMs: () => number): Promise<TestIssuer> {
  let made = 0;
  let reads = 0;
  const grants = new Map<string, Grant>();
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
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/.well-known/openid-configuration') {
        return Response.json({
          issuer: issuer(),
          jwks_uri: `${issuer()}/keys`,
          authorization_endpoint: `${issuer()}/authorize?tenant=plat`,
          token_endpoint: `${issuer()}/token`,
        });
      }
      if (pathname === '/token') return redeem(request, grants);
      if (pathname !== '/keys') return new Response(null, { status: 404 });
      reads += 1;
      return Response.json({ keys: [key.jwk] });
    },
  });
  const issuer = (): string => `http://127.0.0.1:${server.port}`;
  const token: TestIssuer['token'] = (claims = {}, header = {}) => {
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
  };
  return {
    url: issuer(),
    audience: AUDIENCE,
    token,
    rotate: async () => {
      key = await newKey();
    },
    keyReads: () => reads,
    signInAt: (authorizationUrl, claims = {}, makeToken = (nonce) => token({ nonce, ...claims })) => {
      const asked = new URL(authorizationUrl).searchParams;
      const need = (name: string): string => asked.get(name) ?? `no ${name}`;
      const code = `code-${grants.size + 1}`;
      grants.set(code, {
        challenge: need('code_challenge'),
        redirectUri: need('redirect_uri'),
        token: () => makeToken(need('nonce')),
      });
      const back = new URL(need('redirect_uri'));
      back.search = new URLSearchParams({ code, state: need('state') }).toString();
      return back;
    },
    close: () => server.stop(true),
  };
}

/** The token endpoint: one use for each code, and PKCE. */
async function redeem(request: Request, grants: Map<string, Grant>): Promise<Response> {
  const form = new URLSearchParams(await request.text());
  const [id, secret] = Buffer.from(request.headers.get('authorization')?.slice('Basic '.length) ?? '', 'base64')
    .toString()
    .split(':')
    .map((part) => new URLSearchParams(`part=${part}`).get('part'));
  if (id !== AUDIENCE || secret !== CLIENT_SECRET) return Response.json({ error: 'invalid_client' }, { status: 401 });
  const code = form.get('code') ?? '';
  const grant = grants.get(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri')) {
    return Response.json({ error: 'invalid_grant' }, { status: 400 });
  }
  grants.set(code, { ...grant, challenge: 'used' });
  return Response.json({ token_type: 'Bearer', access_token: 'unused', id_token: await grant.token() });
}
