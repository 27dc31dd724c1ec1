import type { AnyEndpoint } from '@plat/contracts';

const HEADER_SAFE_NAME = /^[\w.-]{1,64}$/;
const MAX_NAMES = 20;

/**
 * Names of body fields that the endpoint does not know (decision 37), for a response header: at most 20, and only
 * those that are plain names, for a header must not carry what a caller made up.
 */
export function ignoredFields(endpoint: AnyEndpoint, body: Readonly<Record<string, unknown>>): string[] {
  const known: Readonly<Record<string, unknown>> = endpoint.request.body?.properties ?? {};
  return Object.keys(body)
    .filter((name) => !Object.hasOwn(known, name) && HEADER_SAFE_NAME.test(name))
    .slice(0, MAX_NAMES);
}

/** Names of fields that were sent although their schema marks them `deprecated`. */
export function deprecatedFields(endpoint: AnyEndpoint, body: Readonly<Record<string, unknown>>): string[] {
  const known: Readonly<Record<string, { deprecated?: unknown }>> = endpoint.request.body?.properties ?? {};
  return Object.keys(body).filter((name) => Object.hasOwn(known, name) && known[name]?.deprecated === true);
}
