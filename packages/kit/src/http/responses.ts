import { type FieldProblem, problemSentence } from '@plat/contracts';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { databaseFailure } from './database-failure.ts';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** An answer with a JSON body; `null` is the literal `null`, never an empty body. */
export const jsonResponse = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body ?? null), { status, headers: { ...JSON_HEADERS, ...headers } });

/** Rejected input as the documented 400: the first field in the sentence, all of them in `fields` (decision 60). */
export const validationError = (problems: readonly FieldProblem[]): AppError =>
  new AppError('VALIDATION_ERROR', problemSentence(problems), { fields: problems });

/** What a caller may know of any thrown value: an `AppError` as it is, a database that is away, else a bare INTERNAL. */
export const toAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError
    ? thrown
    : (databaseFailure(thrown) ?? new AppError('INTERNAL', 'Internal error', { cause: thrown }));

/**
 * The documented error body; the full detail of a failure on our side goes to the log only.
 * @param log undefined when nobody waits for the answer any more: then what broke off is no failure.
 */
export function errorResponse(thrown: unknown, log: Logger | undefined): Response {
  const error = toAppError(thrown);
  if (error.status >= 500) log?.error({ err: error === thrown ? error : (error.cause ?? error) }, 'request failed');
  return jsonResponse(error.toBody(), error.status, error.headers);
}
