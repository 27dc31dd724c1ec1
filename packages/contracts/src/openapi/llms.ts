import type { AnyEndpoint } from '../endpoint.ts';
import { IDEMPOTENCY_ERRORS, joinErrors } from '../error-rows.ts';
import type { ErrorCode } from '../errors.ts';
import { offersDryRun, takesIdempotencyKey } from '../policies.ts';
import { clientExample, curlExample } from './examples.ts';
import { STATUS_MEANINGS } from './texts.ts';

const SHOWN_EXAMPLE = 'buyerSearch';

/**
 * Everything that a code-writing program needs to call the API, as Markdown in plain text (llmstxt.org). Generated
 * from the available endpoints, so it never mentions others.
 */
export function llmsText(endpoints: readonly AnyEndpoint[], version: string): string {
  const shown = endpoints.filter(({ audience }) => audience === 'public');
  const has = (operation: string) => shown.some((endpoint) => endpoint.operation === operation);
  const example = shown.find(({ operation }) => operation === SHOWN_EXAMPLE);
  return [
    '# Plat API',
    '',
    '> Public property records turned into who is buying near an address: buyers, comparable sales, values, market metrics',
    `> and portfolios. HTTPS and JSON. Version ${version}; version 1 takes additions only.`,
    '',
    '## Documents',
    '',
    '- [OpenAPI 3.1](/docs/json): every field, response and error, with examples',
    '- [Reference](/docs): the same for people',
    '- [Changes](/changelog): additions and announced removals',
    '- TypeScript: the package `@plat/client`, with retries, deadlines, background searches and webhook verification',
    '',
    '## Authentication',
    '',
    '- Send the key in the header `x-api-key`, or as `Authorization: Bearer <key>`, from a backend only. There is no CORS.',
    '- With an enterprise key, also send the end user in `x-user-id` on data endpoints.',
    '- Keys whose name contains `_test_` work like others and are never counted.',
    '- Automation endpoints use a separate key, `api_key` in the query or `apiKey` in the body.',
    '',
    ...(example === undefined ? [] : ['## A first request', '', ...fenced('sh', curlExample(example))]),
    ...(example === undefined ? [] : fenced('ts', clientExample(example))),
    '## Endpoints',
    '',
    ...tagsOf(shown).flatMap((tag) => [
      `### ${tag}`,
      '',
      ...shown.filter((endpoint) => endpoint.tag === tag).map(lineOf),
      '',
    ]),
    '## Limits',
    '',
    '- Every request counts towards the limit of its key in any 60 seconds; only successes count towards monthly limits.',
    '- Responses report what is left: `X-RateLimit-Limit`, `X-RateLimit-Remaining`, `X-Monthly-Limit`, `X-Monthly-Remaining`,',
    '  `X-Monthly-Reset`, and the standard `RateLimit` and `RateLimit-Policy`.',
    '- 429: wait the seconds of `Retry-After`. A burst far above the limit is refused as plain text, without these headers.',
    '- `X-Dry-Run: true` on a counted endpoint returns its cost, runs nothing and counts nothing.',
    '- `Idempotency-Key` on a POST with a key: a repeat within 24 hours gets the first response and is not counted.',
    '',
    '## Errors',
    '',
    'JSON: `error` for people, `code` for programs, `fields` (field, problem) for invalid input. Branch on `code`;',
    'treat an unknown one by its status. Retry only 429, 502, 503, 504 and a 500 with `Retry-After`; retry POSTs under one',
    '`Idempotency-Key`.',
    '',
    ...errorLines(shown),
    '',
    ...(has('buyerSearchStatus') ? [...BACKGROUND, ''] : []),
    ...(has('webhookSettings') ? [...WEBHOOKS, ''] : []),
  ].join('\n');
}

const BACKGROUND = [
  '## Background searches',
  '',
  '1. `POST /v1/buyer-search` with `"async": true` returns 202 with `search_id`; `Retry-After` says when to poll.',
  '2. `GET /v1/buyer-search/status?search_id=` until `status` is `completed` or `failed` (`error` says why).',
  '3. `GET /v1/buyer-search?search_id=` returns the buyers; null while it runs and when it failed. It counts when it completes.',
];

const WEBHOOKS = [
  '## Webhooks',
  '',
  '- `webhook_url` of a buyer search gets `{"search_id", "status": "completed" | "failed", "error"?}`, with `results` when',
  '  `results_in_webhook` is true, and `x-webhook-secret` when `webhook_secret` was sent.',
  '- `deal_url` of the webhook settings gets every new or changed deal, complete, as `deal.changed`.',
  '- The bodies are under `webhooks` of the OpenAPI document.',
  '- Every call carries `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks 1.0, HMAC-SHA256 under',
  'the `signing_secret` of `GET /v1/webhook-settings`). Verify them, and process each `webhook-id` once.',
  '- One attempt, unless `retries` is turned on in the settings. `GET /v1/webhook-deliveries` lists every attempt.',
];

const fenced = (language: string, source: string): string[] => [`\`\`\`${language}`, source, '```', ''];

const tagsOf = (endpoints: readonly AnyEndpoint[]): string[] => [...new Set(endpoints.map(({ tag }) => tag))];

function lineOf(endpoint: AnyEndpoint): string {
  const { method, path, summary, request, policy } = endpoint;
  const required = (place: { required?: readonly string[] } | undefined): readonly string[] => place?.required ?? [];
  const headers = Object.entries(request.headers ?? {}).filter(([, header]) => header.required);
  const given = [...required(request.query), ...required(request.body), ...headers.map(([name]) => name)];
  const notes = [
    ...(given.length === 0 ? [] : [`requires ${given.map((name) => `\`${name}\``).join(', ')}`]),
    ...(policy.missingUserStatus === null ? [] : ['data endpoint']),
    ...(offersDryRun(endpoint) ? ['counted'] : []),
  ];
  return `- \`${method} ${path}\`: ${summary}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
}

/** Every possible error code, by status. */
function errorLines(endpoints: readonly AnyEndpoint[]): string[] {
  const errors = joinErrors(
    ...endpoints.map((endpoint) =>
      takesIdempotencyKey(endpoint) ? joinErrors(endpoint.errors, IDEMPOTENCY_ERRORS) : endpoint.errors,
    ),
    { 404: ['NOT_FOUND'], 405: ['METHOD_NOT_ALLOWED'], 503: ['SERVICE_UNAVAILABLE'] },
  );
  return Object.entries(errors as Record<string, readonly ErrorCode[]>).map(
    ([status, codes]) => `- ${status}: ${STATUS_MEANINGS[Number(status)] ?? 'Error'}: ${codes.join(', ')}`,
  );
}
