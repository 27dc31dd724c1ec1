import { AppError, type AppErrorDetails } from '../errors.ts';

/** Decision 79: a larger body is an invalid request body. */
export const MAX_BODY_BYTES = 256 * 1024;
/** Between services, where a body may carry a whole answer. */
export const MAX_INTERNAL_BODY_BYTES = 8 * 1024 * 1024;
/** Less than the deadline of any endpoint, so that a caller who trickles learns that it was the body. */
const BODY_TIMEOUT_MS = 8_000;
/** For whole bodies; it keeps nothing between them. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

const invalidBody = (problem: string, details: Omit<AppErrorDetails, 'fields'> = {}): AppError =>
  new AppError('INVALID_REQUEST_BODY', 'Invalid request body', { ...details, fields: [{ field: 'body', problem }] });

/** Decision 2: `application/json`, with or without parameters, or no type at all. */
function requireJsonContentType(headers: Headers): void {
  const mediaType = headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== undefined && mediaType !== '' && mediaType !== 'application/json') {
    throw invalidBody('must be sent with Content-Type: application/json');
  }
}

/**
 * Reads a body of at most `maxBytes` as UTF-8 text, holding no more than that in memory.
 * @throws AppError INVALID_REQUEST_BODY (400) when it is larger, broken off, not UTF-8, or not there in `timeoutMs`.
 */
export function readBoundedText(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
  timeoutMs = BODY_TIMEOUT_MS,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // Closed, or who trickles would keep the connection for as long as the body is.
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
  // HTTP holds a sender to the length it declared, so the body can be read at once, which costs less than a stream.
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

/** A JSON object in both of its forms, so that it can be checked and still be passed on exactly as it was sent. */
export interface JsonObjectText {
  text: string;
  value: Record<string, unknown>;
}

/**
 * Reads the JSON object of a request (decision 60: the body must be an object).
 * @throws AppError INVALID_REQUEST_BODY (400); its `fields` say what is wrong.
 */
export async function readJsonObject(request: Request, maxBytes = MAX_BODY_BYTES): Promise<JsonObjectText> {
  requireJsonContentType(request.headers);
  return parseJsonObject(await readBoundedText(request, maxBytes));
}

/**
 * The same where callers may leave the body out; null then, whatever type they declare for nothing.
 * @throws AppError INVALID_REQUEST_BODY (400) for a body that is no JSON object.
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

function parseJsonObject(text: string): JsonObjectText {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalidBody(text.trim() === '' ? 'is required' : 'is not valid JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidBody('must be a JSON object');
  return { text, value: value as Record<string, unknown> };
}
