/** Meaning of each status for callers. */
export const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted; continues in the background',
  400: 'The request is not valid; the message names the field and the problem',
  401: 'The key or the end user is missing, unknown or inactive',
  403: 'The key or its plans do not cover this',
  404: 'Not found',
  405: 'This path takes another method; the Allow header names it',
  409: 'It already exists, or the first request with this Idempotency-Key is still running',
  429: 'A per-minute or monthly limit is reached',
  500: 'An internal error',
  502: 'A component could not be reached or read; safe to retry',
  503: 'Not ready; safe to retry',
  504: 'The time limit was exceeded; safe to retry',
};

const stringHeader = (description: string) => ({ description, schema: { type: 'string' } });
const integerHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** Headers of responses and errors of limited endpoints (docs/rules/limits.md). */
export const MINUTE_HEADERS = {
  'X-RateLimit-Limit': integerHeader('Requests that the key may make in any 60 seconds'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the last 60 seconds, after this one'),
  'RateLimit-Policy': stringHeader(
    'Every limit that applies: its quota q and window w in seconds (IETF draft, RFC 9651)',
  ),
  RateLimit: stringHeader('For each limit: requests remaining (r), and seconds until more are available (t)'),
} as const;
export const MONTHLY_HEADERS = {
  'X-Monthly-Limit': integerHeader('Counted requests per calendar month (UTC), where such a limit applies'),
  'X-Monthly-Remaining': integerHeader('Counted requests left this month, after this one, where such a limit applies'),
  'X-Monthly-Reset': stringHeader('Start of the next month, ISO 8601 in UTC, where such a limit applies'),
} as const;
export const REPLAYED = {
  'Idempotent-Replayed': stringHeader('true: a repeat of the first response to this Idempotency-Key'),
} as const;
export const RETRY_AFTER = { 'Retry-After': integerHeader('Seconds to wait') } as const;

/** Request headers of many endpoints, depending on the endpoint's policy. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Your own name for this request. A repeat with the same body within 24 hours gets the first response and is not counted.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
} as const;
export const DRY_RUN = {
  name: 'X-Dry-Run',
  in: 'header',
  required: false,
  description:
    'true: return what a success would take from the monthly allowance (DryRun), without running or counting anything.',
  schema: { type: 'string', enum: ['true', 'false'], default: 'false' },
  // The documentation page leaves a disabled example out of its snippets; otherwise it would send the default.
  examples: { ask: { summary: 'Ask for the cost', value: 'true', 'x-disabled': true } },
} as const;

export const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Your key. Keep it on a backend.' },
  bearerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same key as `Authorization: Bearer <key>`, for tools that cannot set x-api-key.',
  },
  endUser: {
    type: 'apiKey',
    in: 'header',
    name: 'x-user-id',
    description: 'Your own identifier of the end user; only with enterprise keys on data endpoints.',
  },
  idToken: { type: 'http', scheme: 'bearer', description: 'ID token of the user' },
  serviceToken: { type: 'http', scheme: 'bearer', description: 'Short-lived internal token' },
} as const;

/** Description of each section of the reference, by operation tag. */
export const SECTION_TEXTS: Readonly<Record<string, string>> = {
  'Property data':
    'Buyers near a property, comparable sales and values, and the portfolio of one buyer. A subject is an address or a pair of coordinates.',
  Webhooks: 'Calls from Plat to your URLs: signatures, retries, every attempt, and how to send one again.',
  Markets: 'Deals and metrics around a point, and the measured quality of the data.',
  Account: 'Your account and its limits. Holders of an enterprise key manage their end users and plans here.',
  Automation:
    'For automation platforms: users connect with their own automation key, subscribe webhook URLs, and send buyers to them.',
  'Earlier API': 'The earlier two-endpoint search API, for existing clients. New clients use the buyer search.',
  Internal: 'Calls between services. Callers cannot reach them.',
};

/** The interface has no open license. */
export const LICENSE = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' } as const;

export const INTRODUCTION = `Property records turned into who is buying near an address: buyers, comparable sales, market metrics and portfolios.

Send your key in \`x-api-key\` or as \`Authorization: Bearer <key>\`; with an enterprise key, name the end user in \`x-user-id\` on data endpoints. Bodies are JSON.

Errors are JSON objects with \`error\` and \`code\`, and with \`fields\` when input was refused. A field or query parameter that an endpoint does not know is ignored, and named in \`X-Ignored-Fields\`. When a body field looks misspelled, that header suggests the right name (\`adress; did-you-mean="address"\`); a request that fails suggests it in \`error\`.

Limits: every request counts towards the per-minute limit of its key; only successes count towards monthly limits. Every answer says what is left, in \`X-RateLimit-*\` and \`X-Monthly-*\` and in the standard \`RateLimit\` and \`RateLimit-Policy\`; wait as long as \`Retry-After\` says. A burst far above the limit is refused before it reaches the service, as plain text without these headers.

To know the cost of a request before it runs, send it with \`X-Dry-Run: true\`. To repeat a POST safely, send an \`Idempotency-Key\`: the first answer is given again for 24 hours, with \`Idempotent-Replayed: true\`; refused limits and failures of ours are forgotten.`;
