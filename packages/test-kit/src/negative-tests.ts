import { describe, expect, test } from 'bun:test';
import { type AnyEndpoint, checkInput, ERROR_CODES, type ErrorCode, type FieldProblem } from '@plat/contracts';

export interface NegativeTestOptions {
  endpoint: AnyEndpoint;
  /** Sends a request to the gateway under test. */
  call(request: Request): Promise<Response>;
  /**
   * A key that may call the endpoint, or a function called before each request. One key is enough if its minute
   * limit allows about forty requests.
   */
  validKey: string | (() => string | Promise<string>);
  /** A valid enterprise key; with it, the missing end user is tested too. */
  enterpriseKey?: string | (() => string | Promise<string>);
  /** Base URL of the requests. */
  origin?: string;
  /** A valid body, if the endpoint's own example does not work here. */
  validBody?: Readonly<Record<string, unknown>>;
}

interface SentRequest {
  method?: string;
  path?: string;
  key?: string | null;
  body?: string;
  contentType?: string;
  query?: Readonly<Record<string, string>>;
}

interface Refusal {
  status: number;
  headers: Headers;
  error: string;
  code: ErrorCode;
  fields: FieldProblem[];
}

const UNKNOWN_KEY = 'plat_sub_00000000000000000000000000000000000000';
const NOT_OBJECTS = ['[]', '"text"', 'null', '7', 'true', ''];
const NOT_JSON = ['{', '{"a":1,}', "{'a':1}", '{"a":NaN}', '\u0000', '{"a":1} x'];
const OTHER_CONTENT_TYPES = ['text/plain', 'application/x-www-form-urlencoded', 'application/xml; charset=utf-8'];
const LEAKS =
  /\bat .+:\d+:\d+|node_modules|\.ts\b|\/src\/|(Type|Syntax|Range|Reference|Postgres)Error|select .+ from /i;

/** Registers tests of every refusal that comes before a public endpoint's own work. */
export function inheritedNegativeTests(options: NegativeTestOptions): void {
  const { endpoint, call, validKey, enterpriseKey, origin = 'http://gateway.internal' } = options;
  const { policy, request } = endpoint;
  const validBody = options.validBody ?? (endpoint.example as Record<string, unknown> | undefined) ?? {};
  const hasBody = request.body !== undefined;
  const validQuery = Object.fromEntries((request.query?.required ?? []).map((name: string) => [name, 'given']));
  const keyFrom = async (key: string | (() => string | Promise<string>)): Promise<string> =>
    typeof key === 'string' ? key : await key();

  /** Sends a valid request with the given changes; `key: null` sends no key. */
  async function refused(sent: SentRequest): Promise<Refusal> {
    const url = new URL(sent.path ?? endpoint.path, origin);
    for (const [name, value] of Object.entries(sent.query ?? validQuery)) url.searchParams.set(name, value);
    const headers = new Headers({ 'content-type': sent.contentType ?? 'application/json' });
    const key = sent.key === undefined ? await keyFrom(validKey) : sent.key;
    if (key !== null && policy.missingKeyStatus !== null) headers.set('x-api-key', key);
    const method = sent.method ?? endpoint.method;
    const body = method === 'GET' ? undefined : (sent.body ?? JSON.stringify(validBody));
    return readRefusal(await call(new Request(url.href, { method, headers, body })), key);
  }

  function expectListed({ status, code }: Refusal): void {
    expect(endpoint.errors[status] ?? []).toContain(code);
  }

  async function expectProblems(sent: SentRequest, body: unknown, query: Record<string, string>): Promise<void> {
    const checked = checkInput(endpoint, body, query);
    if (checked.ok) throw new Error(`${endpoint.operation} accepts a value that this test takes for invalid`);
    const refusal = await refused(sent);
    expect(refusal).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', fields: checked.problems });
    expect(refusal.error).toStartWith(String(checked.problems[0]?.field));
  }

  describe(`${endpoint.method} ${endpoint.path} refuses`, () => {
    if (policy.missingKeyStatus !== null) {
      test(`a missing key with ${policy.missingKeyStatus}`, async () => {
        for (const key of [null, '', '   ']) {
          const refusal = await refused({ key });
          expect(refusal).toMatchObject({ status: policy.missingKeyStatus, code: 'API_KEY_REQUIRED' });
          expectListed(refusal);
        }
      });

      test('an unknown key with 401', async () => {
        for (const key of [UNKNOWN_KEY, 'x', `${await keyFrom(validKey)}x`]) {
          expect(await refused({ key })).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
        }
      });
    }

    if (policy.missingUserStatus !== null && enterpriseKey !== undefined) {
      test(`an enterprise key without its end user with ${policy.missingUserStatus}`, async () => {
        const refusal = await refused({ key: await keyFrom(enterpriseKey) });
        expect(refusal).toMatchObject({ status: policy.missingUserStatus, code: 'USER_REQUIRED' });
        expectListed(refusal);
      });
    }

    test('a wrong method with 405 and the allowed methods', async () => {
      for (const path of [endpoint.path, ...endpoint.aliases]) {
        const refusal = await refused({ path, method: 'PUT' });
        expect(refusal).toMatchObject({ status: 405, code: 'METHOD_NOT_ALLOWED' });
        expect(refusal.headers.get('allow')?.split(', ')).toContain(endpoint.method);
      }
    });

    if (hasBody) bodyTests({ endpoint, validBody, validQuery, refused, expectListed, expectProblems });

    for (const name of (request.query?.required ?? []) as string[]) {
      test(`a request without the parameter ${name} with 400 that names it`, async () => {
        const { [name]: _, ...query } = validQuery;
        await expectProblems({ query }, hasBody ? validBody : undefined, query);
      });
    }
  });
}

interface BodyTests {
  endpoint: AnyEndpoint;
  validBody: Record<string, unknown>;
  validQuery: Record<string, string>;
  refused(sent: SentRequest): Promise<Refusal>;
  expectListed(refusal: Refusal): void;
  expectProblems(sent: SentRequest, body: unknown, query: Record<string, string>): Promise<void>;
}

/** Registers tests of every body that is refused. */
function bodyTests({ endpoint, validBody, validQuery, refused, expectListed, expectProblems }: BodyTests): void {
  test('a body that is not JSON, or not an object, with 400 "Invalid request body"', async () => {
    for (const body of [...NOT_JSON, ...NOT_OBJECTS]) {
      const refusal = await refused({ body });
      expect(refusal).toMatchObject({ status: 400, error: 'Invalid request body', code: 'INVALID_REQUEST_BODY' });
      expectListed(refusal);
    }
  });

  test('a body of another content type with 400', async () => {
    for (const contentType of OTHER_CONTENT_TYPES) {
      const refusal = await refused({ contentType });
      expect(refusal).toMatchObject({ status: 400, error: 'Invalid request body', code: 'INVALID_REQUEST_BODY' });
    }
  });

  for (const field of (endpoint.request.body.required ?? []) as string[]) {
    test(`a body without ${field} with 400 that names it`, async () => {
      const { [field]: _, ...body } = validBody;
      await expectProblems({ body: JSON.stringify(body) }, body, validQuery);
    });
  }

  test('a field of a wrong type with 400 that names it', async () => {
    for (const [field, schema] of Object.entries(
      endpoint.request.body.properties as Record<string, { type?: string }>,
    )) {
      const wrong = { ...validBody, [field]: schema.type === 'object' ? 'text' : { not: 'allowed' } };
      if (checkInput(endpoint, wrong, validQuery).ok) continue;
      await expectProblems({ body: JSON.stringify(wrong) }, wrong, validQuery);
    }
  });

  if (!checkInput(endpoint, {}, validQuery).ok) {
    test('an empty object with 400 that names what is missing', async () => {
      await expectProblems({ body: '{}' }, {}, validQuery);
    });
  }
}

/** Reads a refusal and checks that it is the documented error body without any other detail. */
async function readRefusal(response: Response, key: string | null): Promise<Refusal> {
  const text = await response.text();
  expect(response.headers.get('content-type')).toStartWith('application/json');
  expect(text).not.toMatch(LEAKS);
  if (key !== null && key.length > 8) expect(text).not.toContain(key);
  const { error, code, reason, fields = [], ...rest } = JSON.parse(text);
  expect(error).toBeString();
  expect(error.length).toBeGreaterThan(0);
  expect(Object.keys(ERROR_CODES)).toContain(code);
  expect(reason).toBeUndefined();
  expect(rest).toEqual({});
  return { status: response.status, headers: response.headers, error, code, fields };
}
