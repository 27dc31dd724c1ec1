import { type FieldProblem, PlatApiError, PlatNetworkError } from './errors.ts';
import { ERROR_CODES, type ErrorCode } from './generated/operations.ts';

const MAX_MESSAGE_CHARACTERS = 500;
/** Many times the size of the largest API response. */
const MAX_ANSWER_MIB = 64;
/** End of a sentence about a response that cannot come from Plat. */
export const NOT_PLAT = 'is baseUrl that of Plat?';

/** Limits from the last response; null where it had none. */
export interface Limits {
  minute: { limit: number; remaining: number } | null;
  /** Null where no monthly limit applies. */
  month: { limit: number; remaining: number; resetsAt: Date } | null;
}

/** @param headers of any response; the edge and endpoints without limits send none. */
export function limitsOf(headers: Headers): Limits {
  const minuteLimit = wholeNumber(headers.get('x-ratelimit-limit'));
  const minuteRemaining = wholeNumber(headers.get('x-ratelimit-remaining'));
  const monthLimit = wholeNumber(headers.get('x-monthly-limit'));
  const monthRemaining = wholeNumber(headers.get('x-monthly-remaining'));
  const resetsAt = new Date(headers.get('x-monthly-reset') ?? '');
  return {
    minute:
      minuteLimit === null || minuteRemaining === null ? null : { limit: minuteLimit, remaining: minuteRemaining },
    month:
      monthLimit === null || monthRemaining === null || Number.isNaN(resetsAt.getTime())
        ? null
        : { limit: monthLimit, remaining: monthRemaining, resetsAt },
  };
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;

/**
 * Milliseconds to wait according to `Retry-After`, as seconds or an HTTP date (RFC 9110). Null when absent or
 * invalid.
 * @param nowMs milliseconds since 1970.
 */
export function retryAfterMsOf(headers: Headers, nowMs: number): number | null {
  const text = headers.get('retry-after');
  if (text === null) return null;
  const seconds = wholeNumber(text);
  if (seconds !== null) return seconds * 1000;
  const instant = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(instant) ? null : Math.max(0, instant - nowMs);
}

/** The sender is not Plat, and a retry would download as much again. */
export class AnswerTooLargeError extends PlatNetworkError {}

/**
 * The text of a response. @throws PlatNetworkError once it exceeds the size of any Plat response; the rest is not
 * downloaded.
 */
export async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > MAX_ANSWER_MIB * 2 ** 20) {
      // An endless sender may not react to the cancellation.
      reader?.cancel().catch(() => {});
      throw new AnswerTooLargeError(`The response is larger than ${MAX_ANSWER_MIB} MiB: ${NOT_PLAT}`);
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The body of a successful response. @throws PlatNetworkError when it is incomplete or not from Plat. */
export function answerOf(text: string, mayBeNull: boolean): unknown {
  const body = jsonOrUndefined(text);
  if (body === undefined) throw new PlatNetworkError(`The response is not JSON: ${NOT_PLAT}`);
  if (typeof body === 'object' && (body !== null || mayBeNull)) return body;
  throw new PlatNetworkError(`The response is neither an object nor an array: ${NOT_PLAT}`);
}

/** The error of an unsuccessful response: JSON of the API, or plain text of the edge or a proxy. */
export function apiErrorOf(response: Response, text: string, nowMs: number): PlatApiError {
  const body = objectOf(text);
  const { status, headers } = response;
  const said = typeof body?.error === 'string' ? body.error : plainText(text, headers);
  return new PlatApiError({
    status,
    code: ERROR_CODES.find((code): code is ErrorCode => code === body?.code) ?? codeOfPlain(status, body),
    message: said === '' ? `Plat answered ${status}${redirection(headers)}` : said,
    reason: typeof body?.reason === 'string' ? body.reason : null,
    fields: Array.isArray(body?.fields) ? body.fields.filter(isFieldProblem) : [],
    requestId: headers.get('x-request-id'),
    retryAfterMs: retryAfterMsOf(headers, nowMs),
  });
}

/**
 * Redirects are not followed. Their target shows what is wrong with `baseUrl`. The query is removed, because it can
 * contain a key.
 */
function redirection(headers: Headers): string {
  const [place] = headers.get('location')?.split('?') ?? [];
  return place === undefined ? '' : `, a redirect to ${place.slice(0, MAX_MESSAGE_CHARACTERS)}`;
}

/** The edge refuses bursts in plain text; that is a rate limit too. */
const codeOfPlain = (status: number, body: Record<string, unknown> | null): ErrorCode | null =>
  status === 429 && body === null ? 'RATE_LIMIT_EXCEEDED' : null;

const plainText = (text: string, headers: Headers): string =>
  headers.get('content-type')?.startsWith('text/plain') ? text.trim().slice(0, MAX_MESSAGE_CHARACTERS) : '';

function objectOf(text: string): Record<string, unknown> | null {
  const value = jsonOrUndefined(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'problem' in value &&
  typeof value.field === 'string' &&
  typeof value.problem === 'string';
