import { createHash, timingSafeEqual } from 'node:crypto';
import type { JWTPayload } from 'jose';
import type { OpenIdProvider, ProviderDocument } from './provider.ts';
import { SIGNATURE_ALGORITHMS } from './signature-algorithms.ts';
import { IdTokenRefused, verifyIdToken } from './verify-id-token.ts';

/** How this installation is known at the provider. */
export interface Client {
  id: string;
  /** Absent for a client that proves itself by PKCE alone. */
  secret?: string;
}

/** The secrets of one attempt to sign in, which its browser keeps. */
export interface SignInAttempt {
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636): 43 characters or more. */
  verifier: string;
  redirectUri: string;
}

/**
 * The provider's sign-in page for an attempt.
 * @throws Error if the provider cannot be read or has no such page.
 */
export async function authorizationUrl(provider: OpenIdProvider, client: Client, attempt: SignInAttempt): Promise<URL> {
  const { authorizationEndpoint } = await provider.document();
  if (authorizationEndpoint === null) throw new Error(`${provider.issuer} names no authorization_endpoint`);
  const url = new URL(authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: client.id,
    redirect_uri: attempt.redirectUri,
    scope: 'openid profile email',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: createHash('sha256').update(attempt.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/**
 * Who signed in, from the answer of the provider's sign-in page.
 * @param answer the query with which the browser came back.
 * @throws IdTokenRefused for an answer that does not prove it; any other error means that the provider failed.
 */
export async function redeemCode(
  provider: OpenIdProvider,
  client: Client,
  attempt: SignInAttempt,
  answer: URLSearchParams,
  nowMs: number,
): Promise<JWTPayload & { sub: string }> {
  if (!isSame(answer.get('state'), attempt.state)) throw new IdTokenRefused('state');
  const document = await provider.document();
  const from = answer.get('iss');
  if (from === null ? document.namesIssuer : from !== provider.issuer) throw new IdTokenRefused('issuer', 'iss');
  const token = await exchange(provider, document, client, attempt, answer.get('code') ?? '');
  const claims = await verifyIdToken(token, {
    issuer: provider.issuer,
    audience: client.id,
    algorithms: SIGNATURE_ALGORITHMS,
    keys: provider.keys,
    nowMs,
  });
  const { nonce, azp, aud } = claims;
  if (!isSame(nonce, attempt.nonce)) throw new IdTokenRefused('nonce', 'nonce');
  // A token for several clients must say which of them asked for it.
  const isOurs = azp === undefined ? !Array.isArray(aud) || aud.length === 1 : azp === client.id;
  if (!isOurs) throw new IdTokenRefused('authorized party', 'azp');
  return claims;
}

/** Exchanges the code for an ID token. @throws IdTokenRefused if the provider refuses the code. */
async function exchange(
  { issuer, fetch }: OpenIdProvider,
  { tokenEndpoint, clientAuthentication }: ProviderDocument,
  { id, secret }: Client,
  { redirectUri, verifier }: SignInAttempt,
  code: string,
): Promise<string> {
  if (tokenEndpoint === null) throw new Error(`${issuer} names no token_endpoint`);
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (secret === undefined) form.set('client_id', id);
  else if (clientAuthentication.includes('client_secret_basic')) headers.authorization = basic(id, secret);
  else {
    form.set('client_id', id);
    form.set('client_secret', secret);
  }
  const response = await fetch(tokenEndpoint, { method: 'POST', headers, body: form.toString() });
  const body = (await response.json().catch(() => null)) as { id_token?: unknown; error?: unknown } | null;
  if (response.ok && typeof body?.id_token === 'string') return body.id_token;
  if (body?.error === 'invalid_grant') throw new IdTokenRefused('code');
  throw new Error(
    `${tokenEndpoint} returned ${response.status} and no ID token (${String(body?.error ?? 'no error')})`,
  );
}

/** Client credentials are form-encoded before they are joined (RFC 6749, section 2.3.1). */
const basic = (id: string, secret: string): string => {
  const encoded = [id, secret].map((part) => new URLSearchParams({ part }).toString().slice('part='.length));
  return `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`;
};

function isSame(given: unknown, expected: string): boolean {
  const [one, other] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
