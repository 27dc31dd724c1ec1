/** The parts of the interface that callers know as one. */
export type Interface =
  | 'Every request'
  | 'Property data'
  | 'Webhooks'
  | 'Account'
  | 'Automation'
  | 'Earlier API'
  | 'Client';

export type ChangeKind = 'Added' | 'Changed' | 'Deprecated' | 'Removed' | 'Fixed' | 'Security';

/** What a day brought for callers. Newest first; version 1 takes additions only. */
export interface Release {
  /** `YYYY-MM-DD`. */
  date: string;
  /** Version of the interface that it brought; null for additions to the one before. */
  version: string | null;
  changes: ReadonlyArray<{ kind: ChangeKind; interface: Interface; text: string }>;
}

const told = (kind: ChangeKind, of: Interface, ...texts: string[]) =>
  texts.map((text) => ({ kind, interface: of, text }));
const added = (of: Interface, ...texts: string[]) => told('Added', of, ...texts);
const fixed = (of: Interface, ...texts: string[]) => told('Fixed', of, ...texts);

export const CHANGELOG: readonly Release[] = [
  {
    date: '2026-11-23',
    version: null,
    changes: [
      ...added(
        'Every request',
        '`Authorization: Bearer <API key>` works wherever `x-api-key` does. Two different keys are 400 `CONFLICTING_CREDENTIALS`.',
        'A misspelled body field is named with the field that was probably meant: in `error` when the request fails, else in `X-Ignored-Fields`, which also names nested fields.',
        '`/openapi.json`, the same document as `/docs/json`. `/` and `/changelog` are pages for browsers; programs get what they got before.',
        '`/postman.json`: a Postman collection with the variables `baseUrl` and `apiKey`.',
      ),
      ...added(
        'Property data',
        '`GET /v1/accuracy` shows the accuracy of values after every import.',
        '`arv.method` of retail comps may be `resale` (a flipper resold this home within a year) or `as_is_floor`; more values may come.',
      ),
      ...fixed('Property data', '`arv` of retail comps is never below `avm`, except where a flipper resold this home.'),
      ...fixed(
        'Client',
        'The error about an API key with a line break does not show the key.',
        '`dryRun` names an operation that it does not know.',
        'A background search that is still pending at its timeout says so: `searchStatus` of `PlatTimeoutError`.',
        'The types work under `exactOptionalPropertyTypes`.',
      ),
      ...added(
        'Property data',
        '`GET /v1/coverage`: what the records of each county hold and when they end.',
        "`X-Records-Through`, `X-Records-Stale` and `X-Coverage` on answers about a location: the last day of the county's records, whether that is more than 90 days ago, and whether the records are whole.",
      ),
      ...told(
        'Changed',
        'Property data',
        'Windows such as `lookback_years` count back from the last day of the records of the county at the location, not from today. `avm.as_of_date` is that day.',
      ),
      ...fixed(
        'Every request',
        'The first call of a valid key is answered even while somebody else guesses keys from the same address.',
        'A malformed `Host` header and `CONNECT` are 400, 404 or 405, no longer 500.',
      ),
      ...added(
        'Property data',
        '`X-Subject-Address`, `X-Subject-Property-Id` and `X-Match-Level` say which address a buyer search or retail comps used, and whether it was corrected. `POST /v1/search` sends them too.',
      ),
      ...fixed(
        'Property data',
        'An address whose directional contradicts the record no longer matches another house. A misspelling, another suffix, a wrong city or ZIP code is accepted only when exactly one property fits.',
        'A unit that a building lacks is `ADDRESS_NOT_FOUND`. Retail comps of a building without unit are `LOW_ADDRESS_CONFIDENCE`; of an address that matches nothing or more than one property, `INVALID_ADDRESS`.',
        'Every buyer search by address has its deal within 10 seconds, also under load. `X-Deal-Id` is absent when the deal is written after the answer.',
      ),
      ...fixed(
        'Webhooks',
        'A receiver that hangs holds up neither other receivers nor other end users of the company.',
        'The log of deliveries tells a host name that cannot be resolved from a URL that may not be called.',
      ),
      ...added(
        'Automation',
        '`GET /automation/sendBuyerInfo/subscriptions` lists what is subscribed. Unsubscribe takes the `id` that subscribe returns.',
      ),
      ...fixed(
        'Automation',
        'Receivers get the bytes of `buyerData` as they were sent: numbers above 2^53 keep their digits.',
        'Subscribing a URL whose host cannot be resolved says so.',
      ),
    ],
  },
  {
    date: '2026-11-22',
    version: null,
    changes: [
      ...added(
        'Every request',
        '`Idempotency-Key` on POSTs with an API key: sent again within 24 hours, the first answer is given again and nothing is counted.',
        '`X-Dry-Run: true` on counted endpoints: what the request would cost, without running it.',
        '`RateLimit`, `RateLimit-Policy`, `X-Monthly-Limit`, `X-Monthly-Remaining` and `X-Monthly-Reset` beside the documented headers.',
        'A stable `code` on every error, and `fields` where input was refused.',
        '`X-Ignored-Fields`: the fields and query parameters of the request that the endpoint does not know.',
        '`/docs`, `/docs/json`, `/llms.txt`, `/changelog` and `/changelog/json`.',
      ),
      ...added(
        'Property data',
        '`explain` and `limit` of a buyer search, `?sort=distance`, and the header `X-Deal-Id`, also with results of the background.',
        '`explain` of linked deals: why each deal was matched.',
        '`GET /v1/accuracy`: measured quality of values, matches and owner links.',
      ),
      ...added(
        'Webhooks',
        'Signatures of Standard Webhooks on every call (`webhook-id`, `webhook-timestamp`, `webhook-signature`).',
        '`GET` and `PATCH /v1/webhook-settings`: signing secret, retries, and a URL that is told of every deal.',
        '`GET /v1/webhook-deliveries` and `POST /v1/webhook-deliveries/replay`.',
        'The calls themselves in the OpenAPI document, under `webhooks`.',
      ),
      ...added('Account', '`GET /v1/usage`: limits and usage of this month.', '`GET /v1/api-users/list`.'),
      ...added(
        'Automation',
        '`id` in the answer of subscribe; parameters as JSON or in `x-api-key`; `?normalize=true` of trigger.',
        '`webhookSecret` in the answer of setup, and signatures on every call.',
      ),
      ...added(
        'Earlier API',
        '`?keep_falsy=true` of the results, and a `code` that tells the three kinds of 404 apart.',
      ),
      ...added(
        'Client',
        '`@plat/client` 1.0.0: typed, with retries, deadlines, background searches and webhook checks.',
      ),
      ...fixed(
        'Every request',
        'Text that cannot be kept, such as U+0000 in an address, is 400 and names its field; it was 500. An address has at most 500 characters.',
        '`Retry-After` whenever a part of Plat is away, also on a 500 of endpoints that list neither 502 nor 504.',
        'A background search that is given again under its `Idempotency-Key` has `Retry-After`, as at first.',
        'A per-minute limit that was lowered holds from the next request on.',
        'The documentation lists `SUBSCRIPTION_INACTIVE` wherever a lapsed subscription is refused; account endpoints answer such a key `ENDPOINT_NOT_AUTHORIZED`.',
      ),
      ...fixed(
        'Webhooks',
        'A `webhook_secret` that begins or ends with a space is refused: a header would carry another.',
        'A webhook that waits to be sent is not sent once its key is revoked.',
      ),
      ...fixed(
        'Account',
        'A new `user_id` that begins or ends with a space is refused: `x-user-id` could never name it.',
        'An `x-user-id` that ends in a letter such as à finds its user.',
      ),
      ...fixed('Earlier API', 'Null is taken for every field that may be left out.'),
    ],
  },
  {
    date: '2026-11-21',
    version: '1.0.0',
    changes: [
      ...added(
        'Property data',
        'Autocomplete, buyer search (also in the background, with webhooks), retail comps, investor comps, linked deals, analytics search and analytics summary.',
      ),
      ...added(
        'Property data',
        '`GET /v1/buyer-search/status`, `X-Search-Status` on results of the background, and `X-Comps-Source` on retail comps.',
      ),
      ...added('Account', 'API credentials, end users and their subscriptions.'),
      ...added('Automation', 'Setup, auth, subscribe, unsubscribe, trigger and example.'),
      ...added('Earlier API', 'Search and results.'),
      {
        kind: 'Deprecated',
        interface: 'Property data',
        text: '`flipper_weight` of a buyer search: it is checked and ignored; use `buyer_types`.',
      },
    ],
  },
];

/** In the order of a release. */
export const CHANGE_KINDS: readonly ChangeKind[] = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** The changelog as Markdown, in the order of Keep a Changelog 1.1.0. */
export function changelogText(releases: readonly Release[] = CHANGELOG): string {
  const lines = [
    '# Changelog',
    '',
    'What changed for callers of the API, by interface, in the form of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).',
    'Version 1 takes additions only. What must go is announced 12 months ahead, with the headers `Deprecation` and `Sunset`.',
    '',
  ];
  for (const { date, version, changes } of releases) {
    lines.push(version === null ? `## ${date}` : `## [${version}] - ${date}`, '');
    for (const kind of CHANGE_KINDS) {
      const ofKind = changes.filter((change) => change.kind === kind);
      if (ofKind.length === 0) continue;
      lines.push(`### ${kind}`, '', ...ofKind.map((change) => `- ${change.interface}: ${change.text}`), '');
    }
  }
  return lines.join('\n');
}
