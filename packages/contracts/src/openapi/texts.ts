/** What each status means to a caller (doc 1 section 7). */
export const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  200: 'Success',
  201: 'Created',
  202: 'Accepted; it goes on in the background',
  400: 'The request is not valid JSON, or a field does not hold; the message names it',
  401: 'The key or the end user is missing, unknown or inactive',
  403: 'The key or its plans do not cover this',
  404: 'Not found',
  405: 'This path takes another method; the Allow header names it',
  409: 'It exists already',
  429: 'A per-minute or monthly limit is reached',
  500: 'A failure on our side',
  502: 'A part of the service could not be reached or read; safe to retry',
  503: 'Not ready; safe to retry',
  504: 'The time limit was exceeded; safe to retry',
};

const integerHeader = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** Headers of the answers of limited endpoints (doc 1 section 4, decisions 55 and 69). */
export const MINUTE_HEADERS = {
  'X-RateLimit-Limit': integerHeader('Requests that the key may make in any 60 seconds'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the last 60 seconds, after this one'),
} as const;
export const MONTHLY_HEADERS = {
  'X-Monthly-Limit': integerHeader('Counted requests per calendar month (UTC), where such a limit applies'),
  'X-Monthly-Remaining': integerHeader('Counted requests left this month, where such a limit applies'),
} as const;
export const RETRY_AFTER = { 'Retry-After': integerHeader('Seconds to wait') } as const;

export const SECURITY_SCHEMES = {
  apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Your key. Keep it on a backend.' },
  endUser: {
    type: 'apiKey',
    in: 'header',
    name: 'x-user-id',
    description: 'Your own identifier of the end user; with enterprise keys on data endpoints only.',
  },
  idToken: { type: 'http', scheme: 'bearer', description: 'ID token of the user' },
  serviceToken: { type: 'http', scheme: 'bearer', description: 'Short-lived internal token' },
} as const;

export const INTRODUCTION = `Property records turned into who is buying near an address: buyers, comparable sales, market metrics and portfolios.

Send your key in \`x-api-key\`; with an enterprise key, name the end user in \`x-user-id\` on data endpoints. Bodies are JSON.

Errors are JSON objects with \`error\` and \`code\`, and with \`fields\` when input was refused. A field that an endpoint does not know is ignored.

Limits: every request counts towards the per-minute limit of its key; only successes count towards monthly limits.`;
