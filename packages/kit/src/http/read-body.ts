import { AppError, type AppErrorDetails } from '../errors.ts';

/** A larger body is an invalid request body. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Between services, where a body may carry a whole response. */
export const MAX_INTERNAL_BODY_BYTES = 8 * 1024 * 1024;
/** Shorter than any endpoint's deadline, so that a slow sender learns that the body was late. */
const BODY_TIMEOUT_MS = 8_000;
/** For whole bodies only; keeps no state between them. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const invalidBody = (problem: string, details: Omit<AppErrorDetails, 'fields'> = {}): AppError =>
  new AppError('INVALID_REQUEST_BODY', 'Invalid request body', { ...details, fields: [{ field: 'body', problem }] });

/** Accepts `application/json`, with or without parameters, or no content type. */
function requireJsonContentType(headers: Headers): void {
  const mediaType = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== undefined && mediaType !== '' && mediaType !== 'application/json') {
    throw invalidBody('must be sent with Content-Type: application/json');
  }
}

/**
 * Reads a body of at most `maxBytes` as UTF-8 text, with no more than that in memory.
 * @throws AppError INVALID_REQUEST_BODY (400) when it is too large, truncated, not UTF-8, or late by `timeoutMs`.
 */
export function readBoundedText(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
  timeoutMs = BODY_TIMEOUT_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // Closes the connection, because a slow sender would otherwise hold it open.
    const late = () =>
      reject(
        invalidBody(`must arrive within ${timeoutMs / 1000} seconds`, {
          limit: 'body_time',
          headers: { connection: 'close' },
        }),
      );
    const timer = setTimeout(late, timeoutMs);
    readText(request, maxBytes)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const tooLarge = () => invalidBody(`must be at most ${Math.floor(maxBytes / 1024)} KB`, { limit: 'body_bytes' });
  const declaredBytes = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declaredBytes > maxBytes) throw tooLarge();
  // HTTP holds a sender to its declared length, so reading at once is safe, and cheaper than a stream.
  if (declaredBytes <= maxBytes && !request.headers.has('transfer-encoding')) {
    try {
      return UTF8.decode(await request.arrayBuffer());
    } catch (cause) {
      throw invalidBody('must be UTF-8 text', { cause });
    }
  }
  if (request.body === null) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  try {
    for await (const chunk of request.body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) break;
      text += decoder.decode(chunk, { stream: true });
    }
    if (bytes <= maxBytes) return text + decoder.decode();
  } catch (cause) {
    throw invalidBody('must be UTF-8 text', { cause });
  }
  throw tooLarge();
}

/** A JSON object, parsed and as text, so that it can be checked and then forwarded unchanged. */
export interface JsonObjectText {
  text: string;
  value: Record<string, unknown>;
}

/**
 * Reads the body of a request, which must be a JSON object.
 * @throws AppError INVALID_REQUEST_BODY (400); its `fields` name the problem.
 */
export async function readJsonObject(request: Request, maxBytes = MAX_BODY_BYTES): Promise<JsonObjectText> {
  requireJsonContentType(request.headers);
  return parseJsonObject(await readBoundedText(request, maxBytes));
}

/**
 * As `readJsonObject`, but returns null for an empty body of any content type.
 * @throws AppError INVALID_REQUEST_BODY (400) for a body that is not a JSON object.
 */
export async function readOptionalJsonObject(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<JsonObjectText | null> {
  const text = await readBoundedText(request, maxBytes);
  if (text.trim() === '') return null;
  requireJsonContentType(request.headers);
  return parseJsonObject(text);
}

/** @throws AppError INVALID_REQUEST_BODY (400) for a text that is not a JSON object. */
export function parseJsonObject(text: string): JsonObjectText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalidBody(text.trim() === '' ? 'is required' : 'is not valid JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidBody('must be a JSON object');
  return { text, value: value as Record<string, unknown> };
}
