import type { AnyEndpoint } from './endpoint.ts';

/** True when all required query parameters are present and not empty. */
export function hasRequiredQuery({ request }: AnyEndpoint, query: Readonly<Record<string, string>>): boolean {
  const isThere = (name: string) => (query[name] ?? '') !== '';
  const required: readonly string[] = request.query?.required ?? [];
  return required.every(isThere) && (request.requiresOneOf?.some(isThere) ?? true);
}

/**
 * Adds parameters from other places to the query. The query wins over a header, and a header over the body. Values
 * that are not text are left to the query check, which names them.
 */
export function gatherQuery(
  { request }: AnyEndpoint,
  query: Readonly<Record<string, string>>,
  headers: Headers,
  body: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const gathered: Record<string, unknown> = { ...query };
  for (const [name, places] of Object.entries(request.queryAlsoIn ?? {})) {
    const inBody = places.body?.find((field) => Object.hasOwn(body, field));
    const candidates = [
      gathered[name],
      places.header === undefined ? undefined : headers.get(places.header)?.trim(),
      inBody === undefined ? undefined : body[inBody],
    ];
    const found = candidates.find((value) => value !== undefined && value !== null && value !== '');
    if (found !== undefined) gathered[name] = found;
  }
  return gathered as Record<string, string>;
}
