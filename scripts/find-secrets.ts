/** A secret in a line of output. */
export interface FoundSecret {
  pattern: string;
  /** The line with every secret masked. */
  line: string;
}

/** Secrets that must never be printed: callers' keys, signing secrets, tokens, passwords. */
const PATTERNS: Readonly<Record<string, RegExp>> = {
  'API key': /\bplat_[a-z]+_(?:[a-z]+_)?[A-Za-z0-9]{20,}/g,
  'automation key': /\bzk_[a-z]+_[A-Za-z0-9]{16,}/g,
  'webhook secret': /\bwhsec_[A-Za-z0-9+/=]{16,}/g,
  token: /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{8,}/g,
  'bearer token': /\bbearer\s+(?!\[redacted\])[\w.~+/=-]{12,}/gi,
  'password in a URL': /\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"\\]*:(?!\[redacted\]@)[^\s@/"\\]+@/gi,
  'secret in a field': /"[\w-]*(?:password|secret|api_?key|authorization)[\w-]*":"(?!\[redacted\]")[^"]{8,}"/gi,
};
const MASK = '[masked]';
/** Names of tests may quote example secrets. Details of a failure are not exempt, but the run fails anyway. */
const REPORTER_LINE = /^\((?:pass|fail|skip|todo)\) /;

/** @returns null for a line without secrets. */
export function findSecret(line: string): FoundSecret | null {
  if (REPORTER_LINE.test(line)) return null;
  const found = Object.entries(PATTERNS).filter(([, pattern]) => line.search(pattern) !== -1);
  const [first] = found;
  if (first === undefined) return null;
  return { pattern: first[0], line: Object.values(PATTERNS).reduce((text, one) => text.replace(one, MASK), line) };
}
