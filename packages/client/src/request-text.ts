/**
 * Serialises a request body.
 * @throws TypeError for a number without a JSON form: it would arrive as null, which means the default.
 */
export function jsonOf(body: unknown): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new TypeError(`${name} is ${value}, which JSON cannot carry`);
    }
    return value;
  });
}

/** Allowed in a header: visible characters, spaces and tabs (RFC 9110, section 5.5). */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * A header value without surrounding white space.
 * @throws TypeError that names the option and never shows the value, which may be a secret.
 */
export function headerValueOf(option: string, value: string): string {
  const trimmed = value.trim();
  if (HEADER_TEXT.test(trimmed)) return trimmed;
  throw new TypeError(`${option} contains a line break or another character that a header cannot carry`);
}

/**
 * Encodes text for a header as the API reads it: the UTF-8 bytes, each as one character.
 * @throws TypeError as `headerValueOf` does.
 */
export const headerTextOf = (option: string, text: string): string =>
  headerValueOf(option, String.fromCharCode(...new TextEncoder().encode(text)));
