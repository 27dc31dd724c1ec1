import { noteCacheLookup } from '@plat/telemetry';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { type Fetch, readBounded } from './read-bounded.ts';

const TIMEOUT_MS = 5_000;
/** Lifetime of cached keys. An unknown key id reloads them earlier, at most every `COOLDOWN_MS`. */
const MAX_AGE_MS = 10 * 60_000;
const COOLDOWN_MS = 30_000;
/** Delay before retrying an unavailable provider, instead of once per token. */
const RETRY_AFTER_MS = 1_000;

/** The parts of OpenID Connect Discovery 1.0 that Plat reads. */
export interface ProviderDocument {
  keySet: URL;
  /** Null for a provider that only signs ID tokens. */
  authorizationEndpoint: URL | null;
  tokenEndpoint: URL | null;
  /** How clients may authenticate at the token endpoint; `client_secret_basic` unless it says otherwise. */
  clientAuthentication: readonly string[];
  /** True if every answer of the sign-in page names its issuer (RFC 9207). */
  namesIssuer: boolean;
}

/** An OpenID provider that the operator named. */
export interface OpenIdProvider {
  issuer: string;
  /** Rejects while the document cannot be read, exceeds 256 KB or names another issuer. */
  document(): Promise<ProviderDocument>;
  /** The signing keys, loaded on first use and cached. */
  keys: JWTVerifyGetKey;
  /** A bounded request to an endpoint of the provider. */
  fetch: Fetch;
}

export interface OpenIdProviderOptions {
  issuer: string;
  fetch?: Fetch;
  /** Minimum time between two reloads for unknown key ids. */
  cooldownMs?: number;
}

/** Reads nothing before its first use, so that Plat starts without the provider. */
export function createOpenIdProvider(options: OpenIdProviderOptions): OpenIdProvider {
  const { issuer, cooldownMs = COOLDOWN_MS } = options;
  let readings = 0;
  const fetch: Fetch = (...given) => {
    readings++;
    return readBounded(given, options.fetch ?? globalThis.fetch);
  };
  let discovered: Promise<{ document: ProviderDocument; keys: JWTVerifyGetKey }> | undefined;
  let readAgainAtMs = 0;

  const discover = (): Promise<{ document: ProviderDocument; keys: JWTVerifyGetKey }> => {
    if (discovered !== undefined && performance.now() < readAgainAtMs) return discovered;
    readAgainAtMs = Number.POSITIVE_INFINITY;
    discovered = readDocument(issuer, fetch).then((document) => ({
      document,
      keys: createRemoteJWKSet(document.keySet, {
        timeoutDuration: TIMEOUT_MS,
        cooldownDuration: cooldownMs,
        cacheMaxAge: MAX_AGE_MS,
        [customFetch]: fetch,
      }),
    }));
    discovered.catch(() => {
      readAgainAtMs = performance.now() + RETRY_AFTER_MS;
    });
    return discovered;
  };

  return {
    issuer,
    fetch,
    document: async () => (await discover()).document,
    keys: async (header, token) => {
      const before = readings;
      try {
        return await (await discover()).keys(header, token);
      } finally {
        noteCacheLookup('identity_keys', readings === before);
      }
    },
  };
}

/** @throws Error if the response is invalid or names another issuer. */
async function readDocument(issuer: string, fetch: Fetch): Promise<ProviderDocument> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const response = await fetch(address, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  const document = (await response.json()) as Record<string, unknown> | null;
  if (document?.issuer !== issuer) throw new Error(`${address} belongs to another issuer`);
  const endpoint = (name: string): URL | null => {
    const text = document[name];
    if (typeof text !== 'string' || !URL.canParse(text)) return null;
    const url = new URL(text);
    if (url.protocol === 'https:' || url.protocol === new URL(issuer).protocol) return url;
    throw new Error(`${address} names a ${name} without https`);
  };
  const keySet = endpoint('jwks_uri');
  if (keySet === null) throw new Error(`${address} names no jwks_uri`);
  const methods = document.token_endpoint_auth_methods_supported;
  return {
    keySet,
    authorizationEndpoint: endpoint('authorization_endpoint'),
    tokenEndpoint: endpoint('token_endpoint'),
    clientAuthentication: Array.isArray(methods) ? methods.map(String) : ['client_secret_basic'],
    namesIssuer: document.authorization_response_iss_parameter_supported === true,
  };
}
