/** Parts of the interface as callers know them. */
export type Interface =
  | 'Every request'
  | 'Property data'
  | 'Webhooks'
  | 'Account'
  | 'Automation'
  | 'Earlier API'
  | 'Client';

export type ChangeKind = 'Added' | 'Changed' | 'Deprecated' | 'Removed' | 'Fixed' | 'Security';

/** Changes of one day. Newest first; version 1 takes additions only. */
export interface Release {
  /** `YYYY-MM-DD`. */
  date: string;
  /** Interface version released that day; null for additions to the previous version. */
  version: string | null;
  changes: ReadonlyArray<{ kind: ChangeKind; interface: Interface; text: string }>;
}

const entries = (kind: ChangeKind, of: Interface, ...texts: string[]) =>
  texts.map((text) => ({ kind, interface: of, text }));
const added = (of: Interface, ...texts: string[]) => entries('Added', of, ...texts);
const fixed = (of: Interface, ...texts: string[]) => entries('Fixed', of, ...texts);

export const CHANGELOG: readonly Release[] = [
  {
    date: '2026-11-23',
    version: null,
    changes: [
      ...added(
        'Every request',
        '`Authorization: Bearer <API key>` works wherever `x-api-key` does. Two different keys are 400 `CONFLICTING_CREDENTIALS`.',
        'A misspelled body field is reported with the field that was probably meant: in `error` when the request fails, otherwise in `X-Ignored-Fields`, which also names nested fields.',
        '`/openapi.json`, the same document as `/docs/json`. `/` and `/changelog` are pages for browsers; programs get the same as before.',
        '`/postman.json`: a Postman collection with the variables `baseUrl` and `apiKey`.',
      ),
      ...added(
        'Property data',
        '`explain: "full"` of buyer search: the identity of each buyer (`buyer_id`, mailing address), the reasons for its rank (score, points, evidence), and `X-Search-Funnel`, which counts the buyers that were found, hidden and shown.',
        '`GET /v1/buyers`: names, counties, buy box, holdings and linked names of one buyer. Ids of buyers (`buy_…`) and properties (`prp_…`) stay the same through later imports.',
        '`POST /v1/offers`: the most to offer for a property under each rule, with its rent and what investors nearby paid. It has an allowance of its own, `offers`, with the limits of retail comps. Keys that may call retail comps may call it. When `X-Value-Confidence` is `low`, read the ranges first. `endpoint` of `GET /v1/usage` may be `offers`; more may come.',
        '`explanation.arv_floor` of retail comps says why `arv.method` is `as_is_floor`.',
        '`GET /v1/accuracy` shows the accuracy of values after every import.',
        '`arv.method` of retail comps may be `resale` (a flipper resold this home within a year) or `as_is_floor`; more values may follow.',
      ),
      ...fixed('Property data', '`arv` of retail comps is never below `avm`, except when a flipper resold this home.'),
      ...fixed(
        'Client',
        'The error for an API key with a line break does not show the key.',
        '`dryRun` names the unknown operation in its error.',
        'A background search that is still pending at its timeout is reported as such: `searchStatus` of `PlatTimeoutError`.',
        'The types work under `exactOptionalPropertyTypes`.',
      ),
      ...added(
        'Property data',
        "`GET /v1/coverage`: contents and last day of each county's records.",
        "`X-Records-Through`, `X-Records-Stale` and `X-Coverage` on responses about a location: the last day of the county's records, whether it is more than 90 days ago, and whether the records are complete.",
      ),
      ...entries(
        'Changed',
        'Property data',
        "Windows such as `lookback_years` count back from the last day of the county's records, not from today. `avm.as_of_date` is that day.",
        "Buyer search lists the owner of the searched house only for other deals: the owner's own rental purchase of that house no longer counts.",
      ),
      ...fixed(
        'Every request',
        'The first call of a valid key succeeds even while somebody else guesses keys from the same address.',
        'A malformed `Host` header and `CONNECT` give 400, 404 or 405 instead of 500.',
      ),
      ...added(
        'Property data',
        '`X-Subject-Address`, `X-Subject-Property-Id` and `X-Match-Level` say which address a buyer search or retail comps used, and whether it was corrected. `POST /v1/search` sends them too.',
      ),
      ...fixed(
        'Property data',
        'An address whose directional contradicts the record no longer matches another house. A misspelling, another suffix, a wrong city or ZIP code is accepted only if exactly one property fits.',
        'A unit that the building does not have gives `ADDRESS_NOT_FOUND`. Retail comps give `LOW_ADDRESS_CONFIDENCE` for a building without a unit, and `INVALID_ADDRESS` for an address that matches no property or several.',
        'Every buyer search by address has its deal within 10 seconds, even under load. `X-Deal-Id` is absent when the deal is written after the response.',
      ),
      ...fixed(
        'Webhooks',
        'A hanging receiver delays neither other receivers nor other end users of the company.',
        'The delivery log distinguishes a host name that cannot be resolved from a URL that may not be called.',
      ),
      ...added(
        'Automation',
        '`GET /automation/sendBuyerInfo/subscriptions` lists the subscriptions. Unsubscribe accepts the `id` that subscribe returns.',
      ),
      ...fixed(
        'Automation',
        'Receivers get `buyerData` byte for byte: numbers above 2^53 keep their digits.',
        'Subscribing a URL whose host cannot be resolved gives an error that says so.',
      ),
    ],
  },
  {
    date: '2026-11-22',
    version: null,
    changes: [
      ...added(
        'Every request',
        '`Idempotency-Key` on POSTs with an API key: a repeat within 24 hours gets the first response and is not counted.',
        '`X-Dry-Run: true` on counted endpoints: returns the cost of the request without running it.',
        '`RateLimit`, `RateLimit-Policy`, `X-Monthly-Limit`, `X-Monthly-Remaining` and `X-Monthly-Reset` in addition to the documented headers.',
        'A stable `code` on every error, and `fields` for invalid input.',
        '`X-Ignored-Fields`: fields and query parameters that the endpoint does not know.',
        '`/docs`, `/docs/json`, `/llms.txt`, `/changelog` and `/changelog/json`.',
      ),
      ...added(
        'Property data',
        '`explain` and `limit` of a buyer search, `?sort=distance`, and the header `X-Deal-Id`, also with the results of a background search.',
        '`explain` of linked deals: why each deal matched.',
        '`GET /v1/accuracy`: measured quality of values, matches and owner links.',
      ),
      ...added(
        'Webhooks',
        'Standard Webhooks signatures on every call (`webhook-id`, `webhook-timestamp`, `webhook-signature`).',
        '`GET` and `PATCH /v1/webhook-settings`: signing secret, retries, and a URL that receives every deal.',
        '`GET /v1/webhook-deliveries` and `POST /v1/webhook-deliveries/replay`.',
        'The webhook calls themselves in the OpenAPI document, under `webhooks`.',
      ),
      ...added('Account', '`GET /v1/usage`: limits and usage of this month.', '`GET /v1/api-users/list`.'),
      ...added(
        'Automation',
        '`id` in the response of subscribe; parameters as JSON or in `x-api-key`; `?normalize=true` of trigger.',
        '`webhookSecret` in the response of setup, and signatures on every call.',
      ),
      ...added(
        'Earlier API',
        '`?keep_falsy=true` of the results, and a `code` that distinguishes the three kinds of 404.',
      ),
      ...added(
        'Client',
        '`@plat/client` 1.0.0: typed, with retries, deadlines, background searches and webhook verification.',
      ),
      ...fixed(
        'Every request',
        'Text that cannot be stored, such as U+0000 in an address, gives 400 and names its field; before, it gave 500. An address has at most 500 characters.',
        '`Retry-After` whenever a component is unavailable, also on a 500 of endpoints that list neither 502 nor 504.',
        'A background search repeated under its `Idempotency-Key` has `Retry-After`, as the first response did.',
        'A lowered per-minute limit applies from the next request.',
        'The documentation lists `SUBSCRIPTION_INACTIVE` wherever a lapsed subscription is refused; account endpoints return `ENDPOINT_NOT_AUTHORIZED` for such a key.',
      ),
      ...fixed(
        'Webhooks',
        'A `webhook_secret` that begins or ends with a space is refused, because a header would not carry the space.',
        'A waiting webhook is not sent after its key is revoked.',
      ),
      ...fixed(
        'Account',
        'A new `user_id` that begins or ends with a space is refused, because `x-user-id` could never match it.',
        'An `x-user-id` that ends in a letter such as à finds its user.',
      ),
      ...fixed('Earlier API', 'Every optional field accepts null.'),
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
        '`GET /v1/buyer-search/status`, `X-Search-Status` on background results, and `X-Comps-Source` on retail comps.',
      ),
      ...added('Account', 'API credentials, end users and their subscriptions.'),
      ...added('Automation', 'Setup, auth, subscribe, unsubscribe, trigger and example.'),
      ...added('Earlier API', 'Search and results.'),
      {
        kind: 'Deprecated',
        interface: 'Property data',
        text: '`flipper_weight` of a buyer search: still checked but ignored; use `buyer_types`.',
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
    'Changes for callers of the API, by interface, in the form of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/).',
    'Version 1 takes additions only. Removals are announced 12 months ahead with the headers `Deprecation` and `Sunset`.',
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
