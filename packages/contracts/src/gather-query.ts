import type { AnyEndpoint } from './endpoint.ts';

/** Whether the parameters that an endpoint requires are there; an empty one is not. */
export function hasRequiredQuery({ request }: AnyEndpoint, query: Readonly<Record<string, string>>): boolean {
  const isThere = (name: string) => (query[name] ?? '') !== '';
  const required: readonly string[] = request.query?.required ?? [];
  return required.every(isThere) && (request.requiresOneOf?.some(isThere) ?? true);
}

/**
 * The query with the parameters that came elsewhere: what the query itself says wins over a header, and that over a
 * body. Values of other types than text are left to the check of the query, which names them.
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
