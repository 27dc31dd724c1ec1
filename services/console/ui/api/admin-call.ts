import { PlatApiError } from '@plat/client';
import { sessionFetch } from './call.ts';

interface AdminRequest {
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

interface Refusal {
  error?: string;
  code?: PlatApiError['code'];
  fields?: PlatApiError['fields'];
}

/**
 * Calls the operator API as the signed-in person.
 * @throws PlatApiError when it refuses
 */
export async function adminCall<Answer>(method: string, path: string, request?: AdminRequest): Promise<Answer> {
  const response = await adminResponse(method, path, request);
  return (response.status === 204 ? null : await response.json()) as Answer;
}

/** As `adminCall`, for answers that are no JSON. */
export async function adminResponse(
  method: string,
  path: string,
  { query, body }: AdminRequest = {},
): Promise<Response> {
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
  const response = await sessionFetch(`${path}${search}`, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (response.ok) return response;
  throw refusalOf(response.status, await response.json().catch(() => ({})), response.headers.get('x-request-id'));
}

/** The error of a refused call. */
export function refusalOf(status: number, body: Refusal, requestId: string | null): PlatApiError {
  const { error, code, fields } = body;
  return new PlatApiError({
    status,
    code: code ?? null,
    message: error ?? `Plat answered with HTTP ${status}`,
    reason: null,
    fields: fields ?? [],
    requestId,
    retryAfterMs: null,
  });
}
