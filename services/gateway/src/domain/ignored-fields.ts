import type { AnyEndpoint } from '@plat/contracts';

const HEADER_SAFE_NAME = /^[\w.-]{1,64}$/;
const MAX_NAMES = 20;

/**
 * Names of body fields and query parameters that the endpoint does not know (decision 37), for a response header: at
 * most 20, and only those that are plain names, for a header must not carry what a caller made up.
 */
export function ignoredFields(
  { request }: AnyEndpoint,
  body: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string[] {
  const unknown = [...unknownNames(body, request.body?.properties), ...unknownNames(query, request.query?.properties)];
  return [...new Set(unknown)].filter((name) => HEADER_SAFE_NAME.test(name)).slice(0, MAX_NAMES);
}

const unknownNames = (given: object, known: object = {}): string[] =>
  Object.keys(given).filter((name) => !Object.hasOwn(known, name));

/** Names of fields that were sent although their schema marks them `deprecated`. */
export function deprecatedFields(endpoint: AnyEndpoint, body: Readonly<Record<string, unknown>>): string[] {
  const known: Readonly<Record<string, { deprecated?: unknown }>> = endpoint.request.body?.properties ?? {};
  return Object.keys(body).filter((name) => Object.hasOwn(known, name) && known[name]?.deprecated === true);
}
