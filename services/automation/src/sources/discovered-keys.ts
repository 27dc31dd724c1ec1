import { noteCacheLookup } from '@plat/telemetry';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';

const TIMEOUT_MS = 5_000;
/** Limit per document; real providers send a few kilobytes. */
const MAX_DOCUMENT_BYTES = 256 * 1024;
/** Lifetime of cached keys. An unknown key id reloads them earlier, at most every `COOLDOWN_MS`. */
const MAX_AGE_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
/** Delay before retrying an unavailable provider, instead of once per token. */
const RETRY_AFTER_MS = 1_000;

type Fetch = (...given: Parameters<typeof globalThis.fetch>) => Promise<Response>;

export interface DiscoveredKeysOptions {
  issuer: string;
  fetch?: Fetch;
  /** Minimum time between two reloads for unknown key ids. */
  cooldownMs?: number;
}

/**
 * The signing keys that an OpenID provider publishes (OpenID Connect Discovery 1.0), loaded on first use and
 * cached. Rejects while they cannot be read or exceed 256 KB.
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
      noteCacheLookup('identity_keys', readings === before);
    }
  };
}

/**
 * Reads a whole response within `TIMEOUT_MS` and `MAX_DOCUMENT_BYTES`.
 * @throws Error beyond either limit.
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

/** @throws Error if the response is invalid or names another issuer. */
async function readKeySetUrl(issuer: string, fetch: Fetch): Promise<URL> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  const document = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown } | null;
  if (document?.issuer !== issuer) throw new Error(`${address} belongs to another issuer`);
  const keySet = typeof document.jwks_uri === 'string' && URL.canParse(document.jwks_uri);
  if (!keySet) throw new Error(`${address} names no jwks_uri`);
  const url = new URL(document.jwks_uri as string);
  if (url.protocol !== 'https:' && url.protocol !== new URL(issuer).protocol) {
    throw new Error(`${address} names a jwks_uri without https`);
  }
  return url;
}
