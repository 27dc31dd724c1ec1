const BEYOND_ASCII = /[\u0080-\u00ff]/;
/** The whitespace of HTTP; what Latin-1 has beyond it may be a part of a character. */
const SURROUNDING_SPACE = /^[ \t]+|[ \t]+$/g;

/**
 * A header value as the caller typed it: HTTP hands bytes over as Latin-1, callers write UTF-8, and the same text in a
 * JSON body must compare equal. Bytes that are no UTF-8 stay Latin-1.
 */
export function headerText(value: string | null): string {
  const trimmed = value?.replace(SURROUNDING_SPACE, '') ?? '';
  if (!BEYOND_ASCII.test(trimmed)) return trimmed;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(trimmed, 'latin1'));
  } catch {
    return trimmed;
  }
}
