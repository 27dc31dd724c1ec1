import { checkInput } from '@plat/contracts';
import type { AdminAnswerOf, AdminBodyOf, AdminQueryOf, AnyAdminOperation } from '@plat/contracts/admin';
import { type Exchange, type HttpRoute, jsonResponse, queryOf, readJsonObject, validationError } from '@plat/kit';
import type { SessionGuard, SignedIn } from './people/index.ts';

/** Input of an operation after its session and input were checked. */
export interface AdminContext<O extends AnyAdminOperation> {
  body: AdminBodyOf<O>;
  query: AdminQueryOf<O>;
  signedIn: SignedIn;
  exchange: Exchange;
}

type Answer<O> = AdminAnswerOf<O> | Response;

/** A bound operation of the operator API. */
export interface AdminHandler {
  operation: AnyAdminOperation;
  route(guard: SessionGuard): HttpRoute;
}

/** Binds an operation to what it does: the answer as its contract says, or a whole response. */
export const adminHandler = <O extends AnyAdminOperation>(
  operation: O,
  handle: (context: AdminContext<O>) => Promise<Answer<O>>,
): AdminHandler => ({
  operation,
  route: (guard) => ({
    method: operation.method,
    path: operation.path,
    operation: operation.operation,
    handle: async (exchange) => {
      const { request } = exchange;
      const signedIn = await guard(request, operation.roles ?? undefined);
      exchange.note({ personId: signedIn.person.id });
      const { request: contract, takesFile = false } = operation;
      const body = contract.body === undefined || takesFile ? undefined : (await readJsonObject(request)).value;
      const checked = checkInput(
        takesFile ? { request: { query: contract.query } } : operation,
        body,
        queryOf(request),
      );
      if (!checked.ok) throw validationError(checked.problems);
      requireStorable({ ...(checked.query as object), ...(checked.body as object) });
      const answer = await handle({
        body: checked.body as AdminBodyOf<O>,
        query: checked.query as AdminQueryOf<O>,
        signedIn,
        exchange,
      });
      if (answer instanceof Response) return answer;
      if (operation.status === 204) return new Response(null, { status: 204 });
      return jsonResponse(answer, operation.status);
    },
  }),
});

/** PostgreSQL stores no null characters. @throws AppError VALIDATION_ERROR naming the field with one. */
function requireStorable(input: Readonly<Record<string, unknown>>): void {
  const fields = Object.keys(input).filter((field) => hasNull(input[field]));
  if (fields.length === 0) return;
  throw validationError(fields.map((field) => ({ field, problem: 'must not contain a null character' })));
}

const hasNull = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0')
    : typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasNull);
