import type { AdminCallOptions, AdminOperation } from './admin-operation.ts';
import { deadlineOf } from './deadline.ts';
import { PlatError, PlatNetworkError, PlatTimeoutError } from './errors.ts';
import { ADMIN_OPERATIONS, type operations } from './generated/admin.ts';
import { answerOf, apiErrorOf, textOf } from './read-answer.ts';
import { jsonOf } from './request-text.ts';

export type { AdminCallOptions } from './admin-operation.ts';
export { isPlatError, PlatApiError, PlatError, PlatNetworkError, PlatTimeoutError } from './errors.ts';

const DEFAULT_TIMEOUT_MS = 60_000;

export type AdminOperationName = keyof operations;

type QueryOf<O> = O extends { parameters: { query: infer Query extends object } }
  ? { query: Query }
  : O extends { parameters: { query?: (infer Query extends object) | undefined } }
    ? { query?: Query | undefined }
    : unknown;
type BodyOf<O> = O extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Body }
  : O extends { requestBody: { content: { 'application/octet-stream': unknown } } }
    ? { file: Blob | ReadableStream<Uint8Array> }
    : unknown;
/** Input of an operation: `query`, and `body` or `file`. */
export type AdminInput<Name extends AdminOperationName> = QueryOf<operations[Name]> & BodyOf<operations[Name]>;

type Content<O> = O extends { responses: infer Responses }
  ? Responses extends Record<200, { content: infer Found }> | Record<201, { content: infer Found }>
    ? Found
    : Responses extends Record<202, { content: infer Found }>
      ? Found
      : never
  : never;
/** Answer of an operation: JSON, a file, or null. */
export type AdminAnswer<Name extends AdminOperationName> = [Content<operations[Name]>] extends [never]
  ? null
  :
      | ('application/json' extends keyof Content<operations[Name]>
          ? Content<operations[Name]>['application/json']
          : never)
      | (Exclude<keyof Content<operations[Name]>, 'application/json'> extends never ? never : Blob);

type ArgumentsOf<Name extends AdminOperationName> =
  unknown extends AdminInput<Name>
    ? [input?: Record<string, never>, options?: AdminCallOptions]
    : Record<string, never> extends AdminInput<Name>
      ? [input?: AdminInput<Name>, options?: AdminCallOptions]
      : [input: AdminInput<Name>, options?: AdminCallOptions];

/** One method for each operation of the operator API, with its name in `/admin/v1/openapi.json`. */
export type AdminMethods = {
  [Name in AdminOperationName]: (...given: ArgumentsOf<Name>) => Promise<AdminAnswer<Name>>;
};

export interface AdminClientOptions {
  /** Base URL of Plat, such as `https://plat.example.com`. */
  baseUrl: string;
  /** The cookie of a session, `name=value`; on pages of Plat the browser sends it. */
  cookie?: string | undefined;
  /** Sends requests; default: the global `fetch`. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Maximum milliseconds for a call; default 60,000. */
  timeoutMs?: number | undefined;
}

export type AdminClient = AdminMethods & {
  /** The cookie of the session, to go on with it later; null on pages of Plat. */
  readonly cookie: string | null;
};

interface Input {
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  file?: Blob | ReadableStream<Uint8Array>;
}

/** The operator API as the person of a session. It never retries, because its changes may not be repeated. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const { cookie = null } = options;
  let csrfToken: Promise<string> | undefined;
  const send = (operation: AdminOperation, input: Input, call: AdminCallOptions, headers: Record<string, string>) =>
    sendOne(options, operation, input, call, cookie === null ? headers : { ...headers, cookie });
  const readCsrfToken = async (call: AdminCallOptions): Promise<string> => {
    const { body } = await send(ADMIN_OPERATIONS.readSession, {}, call, {});
    return (body as { csrf_token: string }).csrf_token;
  };
  const methodOf =
    (operation: AdminOperation) =>
    async (input: Input = {}, call: AdminCallOptions = {}): Promise<unknown> => {
      if (operation.method === 'GET' || operation === ADMIN_OPERATIONS.beginSession) {
        return (await send(operation, input, call, {})).body;
      }
      csrfToken ??= readCsrfToken(call);
      csrfToken.catch(() => {
        csrfToken = undefined;
      });
      return (await send(operation, input, call, { 'x-csrf-token': await csrfToken })).body;
    };
  const methods = Object.fromEntries(
    Object.entries(ADMIN_OPERATIONS).map(([name, operation]) => [name, methodOf(operation)]),
  );
  return Object.assign(methods, { cookie }) as unknown as AdminClient;
}

/**
 * Signs in with a one-time link and returns the client of its person.
 * @param link the whole link, or its token.
 * @throws PlatApiError SIGN_IN_REQUIRED for a link that is used up or expired.
 */
export async function signInToAdmin(options: AdminClientOptions, link: string): Promise<AdminClient> {
  const token = URL.canParse(link) ? (new URL(link).searchParams.get('token') ?? '') : link;
  const { headers } = await sendOne(options, ADMIN_OPERATIONS.beginSession, { body: { token } }, {}, {});
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';')[0] ?? '')
    .find((one) => one.includes('plat-session='));
  return createAdminClient({ ...options, cookie });
}

async function sendOne(
  { baseUrl, fetch = globalThis.fetch, timeoutMs: usual = DEFAULT_TIMEOUT_MS }: AdminClientOptions,
  { method, path }: AdminOperation,
  { query, body, file }: Input,
  { timeoutMs = usual, signal }: AdminCallOptions,
  more: Record<string, string>,
): Promise<{ headers: Headers; body: unknown }> {
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = { accept: 'application/json', ...more };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (file !== undefined) headers['content-type'] = 'application/octet-stream';
  // A redirect would send the session elsewhere.
  const init: RequestInit & { duplex?: 'half' } = { method, headers, redirect: 'manual', credentials: 'same-origin' };
  if (body !== undefined) init.body = jsonOf(body);
  if (file !== undefined) Object.assign(init, { body: file, duplex: 'half' });
  const deadline = deadlineOf(timeoutMs, signal);
  try {
    const response = await fetch(url.href, { ...init, signal: deadline.signal });
    if (!response.ok) throw apiErrorOf(response, await textOf(response), Date.now());
    return { headers: response.headers, body: await bodyOf(response) };
  } catch (error) {
    if (error instanceof PlatError) throw error;
    signal?.throwIfAborted();
    if (deadline.isOver()) throw new PlatTimeoutError(timeoutMs, error);
    throw new PlatNetworkError(`Plat could not be reached, or its response broke off: ${url.pathname}`, error);
  } finally {
    deadline.clear();
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson ? answerOf(await textOf(response), true) : await response.blob();
}
