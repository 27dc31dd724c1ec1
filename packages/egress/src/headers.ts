const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
const MAX_VALUE_CHARACTERS = 8192;

/** These frame the request, identify its parties, or are set by us. */
const RESERVED = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'webhook-id',
  'webhook-signature',
  'webhook-timestamp',
]);

/**
 * Validates extra headers and lower-cases their names.
 * @throws TypeError naming the header, never its value, when one is reserved, not a valid token, or not printable
 * ASCII.
 */
export function safeHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const safe: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (!TOKEN.test(name)) throw new TypeError('a header name contains characters that are not allowed');
    if (RESERVED.has(key) || key.startsWith('proxy-')) throw new TypeError(`the header ${key} cannot be set`);
    if (!PRINTABLE_ASCII.test(value) || value.length > MAX_VALUE_CHARACTERS) {
      throw new TypeError(`the header ${key} is not printable ASCII of at most ${MAX_VALUE_CHARACTERS} characters`);
    }
    safe[key] = value;
  }
  return safe;
}
