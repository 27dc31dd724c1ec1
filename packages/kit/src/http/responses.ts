import { type FieldProblem, problemSentence } from '@plat/contracts';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import { databaseFailure } from './database-failure.ts';

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

/** A JSON response. `null` becomes the literal `null`, never an empty body. */
export const jsonResponse = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body ?? null), { status, headers: { ...JSON_HEADERS, ...headers } });

/** The documented 400 for invalid input: the sentence names the first field, `fields` lists all. */
export const validationError = (problems: readonly FieldProblem[]): AppError =>
  new AppError('VALIDATION_ERROR', problemSentence(problems), { fields: problems });

/**
 * The part of an exception that the caller may see: an `AppError` unchanged, 503 or 504 for the database, otherwise a plain
 * 500.
 */
export const toAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError
    ? thrown
    : (databaseFailure(thrown) ?? new AppError('INTERNAL', 'Internal error', { cause: thrown }));

/**
 * The documented error body. Details of our own failures go to the log only.
 * @param log undefined when the caller has left; an interrupted request is then no failure.
 */
export function errorResponse(thrown: unknown, log: Logger | undefined): Response {
  const error = toAppError(thrown);
  if (error.status >= 500) log?.error({ err: error === thrown ? error : (error.cause ?? error) }, 'request failed');
  return jsonResponse(error.toBody(), error.status, error.headers);
}
