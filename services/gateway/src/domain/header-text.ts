const BEYOND_ASCII = /[\u0080-\u00ff]/;
/** HTTP whitespace only: other Latin-1 space characters may be part of a UTF-8 sequence. */
const SURROUNDING_SPACE = /^[ \t]+|[ \t]+$/g;

/**
 * Decodes a header value: HTTP libraries read bytes as Latin-1, but callers send UTF-8, and the same text in a JSON
 * body must compare equal. Bytes that are not UTF-8 stay Latin-1.
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
