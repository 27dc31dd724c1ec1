import { noteCacheLook } from '@plat/telemetry';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';

const TIMEOUT_MS = 5_000;
/** Of each document; those of real providers have a few kilobytes. */
const MAX_DOCUMENT_BYTES = 256 * 1024;
/** Keys that were read are used this long; an unknown key id has them read again, at most every `COOLDOWN_MS`. */
const MAX_AGE_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
/** A provider that does not answer is asked again after this long, not by every token that comes meanwhile. */
const RETRY_AFTER_MS = 1_000;

type Fetch = (...given: Parameters<typeof globalThis.fetch>) => Promise<Response>;

export interface DiscoveredKeysOptions {
  issuer: string;
  fetch?: Fetch;
  /** Between two readings of the keys for the sake of a key that is not among them. */
  cooldownMs?: number;
}

/**
 * The signing keys that an OpenID provider publishes (OpenID Connect Discovery 1.0), read when first needed and
 * remembered. Rejects while they cannot be read, or are larger than 256 KB.
 */
export function createDiscoveredKeys(options: DiscoveredKeysOptions): JWTVerifyGetKey {
  const { issuer, cooldownMs = COOLDOWN_MS } = options;
  let readings = 0;
  const fetch: Fetch = (...given) => {
    readings++;
    return readBounded(given, options.fetch ?? globalThis.fetch);
  };
  let discovered: Promise<JWTVerifyGetKey> | undefined;
  let retryAtMs = 0;

  const discover = (): Promise<JWTVerifyGetKey> => {
    if (discovered !== undefined && performance.now() < retryAtMs) return discovered;
    retryAtMs = Number.POSITIVE_INFINITY;
    discovered = readKeySetUrl(issuer, fetch).then((url) =>
      createRemoteJWKSet(url, {
        timeoutDuration: TIMEOUT_MS,
        cooldownDuration: cooldownMs,
        cacheMaxAge: MAX_AGE_MS,
        [customFetch]: fetch,
      }),
    );
    discovered.catch(() => {
      retryAtMs = performance.now() + RETRY_AFTER_MS;
    });
    return discovered;
  };

  return async (header, token) => {
    const before = readings;
    try {
      return await (await discover())(header, token);
    } finally {
      noteCacheLook('identity_keys', readings === before);
    }
  };
}

/**
 * Reads an answer whole, within `TIMEOUT_MS` and `MAX_DOCUMENT_BYTES`.
 * @throws Error when it is larger or later.
 */
async function readBounded([address, init]: Parameters<Fetch>, fetch: Fetch): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const response = await fetch(address, { ...init, signal });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_DOCUMENT_BYTES) throw new Error(`${address} sent more than ${MAX_DOCUMENT_BYTES / 1024} KB`);
    chunks.push(chunk);
  }
  const { status, statusText } = response;
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, statusText });
}

/** @throws Error when the provider does not answer as one, or is another than the one asked for. */
async function readKeySetUrl(issuer: string, fetch: Fetch): Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown } | null;
  if (document?.issuer !== issuer) throw new Error(`${address} speaks for another issuer`);
  const keySet = typeof document.jwks_uri === 'string' && URL.canParse(document.jwks_uri);
  if (!keySet) throw new Error(`${address} names no jwks_uri`);
  const url = new URL(document.jwks_uri as string);
  if (url.protocol !== 'https:' && url.protocol !== new URL(issuer).protocol) {
    throw new Error(`${address} names a jwks_uri that is not https`);
  }
  return url;
}
