const REDACTED = '[redacted]';

/** Values of these JSON keys never reach a log. */
const SECRET_KEY =
  '[\\w-]*(?:api[_-]?key|apikey|zapkey|authorization|cookie|secret|password|token|email|phone)[\\w-]*|wireless_\\d|landline_\\d';
const JSON_VALUE = '"(?:[^"\\\\]|\\\\.)*"|\\[[^\\]]*\\]|\\{[^}]*\\}|[^,}\\]\\s]+';
const SECRET_FIELD = new RegExp(`"(${SECRET_KEY})":(?!null)(?:${JSON_VALUE})`, 'gi');
const SECRET_PARAMETER =
  /\b((?:api[_-]?key|apikey|zapkey|x-api-key|token|webhook_secret|password)\s*[=:]\s*)[^\s&"'\\,;]+/gi;
const BEARER = /\b(bearer\s+)[\w.~+/=-]+/gi;
const PLAT_KEY = /\b(?:plat|zk)_[A-Za-z]+_[A-Za-z0-9]{16,}/g;
const URL_PASSWORD = /(:\/\/[^\s:/@"\\]*:)[^\s@/"\\]+@/g;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const NANP_PHONE = /(?<![\d.-])(?:\+?1[-. ]?)?\(?[2-9]\d{2}\)?[-. ]\d{3}[-. ]\d{4}(?![\d-])/g;

/**
 * Each line that a pattern above would change contains one of these words, and hardly any other line does. Words
 * and numbers are searched separately, because one combined pattern takes twice as long.
 */
const SUSPECT_WORD =
  /api[_-]?key|zapkey|authorization|cookie|secret|password|token|email|phone|wireless_|landline_|bearer|plat_|zk_/i;
const SUSPECT_NUMBER = /[2-9]\d\d\)?[-. ]\d{3}[-. ]\d{4}/;
const isSuspect = (line: string): boolean => line.includes('@') || SUSPECT_NUMBER.test(line) || SUSPECT_WORD.test(line);

/** Removes API keys, tokens, passwords, secrets, e-mail addresses and phone numbers from a log line. */
export function scrubSecrets(line: string): string {
  if (!isSuspect(line)) return line;
  return line
    .replace(SECRET_FIELD, `"$1":"${REDACTED}"`)
    .replace(SECRET_PARAMETER, `$1${REDACTED}`)
    .replace(BEARER, `$1${REDACTED}`)
    .replace(PLAT_KEY, REDACTED)
    .replace(NANP_PHONE, REDACTED)
    .replace(URL_PASSWORD, `$1${REDACTED}@`)
    .replace(EMAIL, REDACTED);
}
