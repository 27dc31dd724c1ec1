import type { AnyEndpoint } from '../endpoint.ts';
import { offersDryRun } from '../policies.ts';
import answers from './example-answers.json' with { type: 'json' };

/** Placeholders for values from earlier responses. */
export const EXAMPLE_IDS = {
  searchId: '0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60',
  legacySearchId: '7d1e3a90-54c2-4f6b-8a0e-91c2d3e4f506',
  deliveryId: '3c5e7a91-0b2d-4e6f-8a1c-5d7f9b0e2a4c',
  subscriptionId: '5f0c1d7e-2b3a-4c4d-8e5f-6a7b8c9d0e1f',
  automationKey: 'zk_live_example',
  webUrl: 'https://hooks.example.com/catch/1',
} as const;

const AUTOMATION_KEY = { api_key: EXAMPLE_IDS.automationKey };
const WEBHOOK = { ...AUTOMATION_KEY, web_url: EXAMPLE_IDS.webUrl };

/** Parameters of working requests by operation; operations without parameters are left out. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  buyerSearchResults: { search_id: EXAMPLE_IDS.searchId },
  buyerSearchStatus: { search_id: EXAMPLE_IDS.searchId },
  // Ids of the sample market are the same in every installation.
  buyers: { buyer_id: 'buy_9rc1rfgtdg' },
  getApiUser: { user_id: 'agent-1042' },
  automationAuth: AUTOMATION_KEY,
  automationSetup: { id_token: '' },
  subscribeWebhook: WEBHOOK,
  unsubscribeWebhook: WEBHOOK,
  listSubscriptions: AUTOMATION_KEY,
  exampleBuyers: AUTOMATION_KEY,
  legacyResults: { 'search-id': EXAMPLE_IDS.legacySearchId },
};

/** A working request of an operation, as shown in its documentation. */
export interface ExampleRequest {
  body?: unknown;
  parameters?: Readonly<Record<string, string>>;
}

export function exampleRequestOf({ operation, example }: AnyEndpoint): ExampleRequest {
  const parameters = PARAMETERS[operation];
  return { ...(example === undefined ? {} : { body: example }), ...(parameters === undefined ? {} : { parameters }) };
}

/** Response to the example request, with shortened lists; undefined when none was recorded. */
export const exampleAnswerOf = ({ operation }: AnyEndpoint): { status: number; body: unknown } | undefined =>
  (answers as Record<string, { status: number; body: unknown }>)[operation];

/** The example request for a shell, with the base URL and key in `PLAT_URL` and `PLAT_KEY`. */
export function curlExample(endpoint: AnyEndpoint): string {
  const { body, parameters = {} } = exampleRequestOf(endpoint);
  const inHeaders = Object.keys(endpoint.request.headers ?? {});
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([name]) => name !== 'id_token' && !inHeaders.includes(name)),
  );
  const headers = [
    ...(endpoint.policy.missingKeyStatus === null ? [] : ['"x-api-key: $PLAT_KEY"']),
    ...('id_token' in parameters ? ['"authorization: Bearer $PLAT_ID_TOKEN"'] : []),
    ...inHeaders.flatMap((name) => (parameters[name] === undefined ? [] : [`'${name}: ${parameters[name]}'`])),
    ...(body === undefined ? [] : ["'content-type: application/json'"]),
  ];
  const method = endpoint.method === (body === undefined ? 'GET' : 'POST') ? '' : ` -X ${endpoint.method}`;
  return [
    `curl -s${method} "$PLAT_URL${endpoint.path}${query.size === 0 ? '' : `?${query}`}"`,
    ...headers.map((header) => `-H ${header}`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

/** The example request with the client package. */
export function clientExample(endpoint: AnyEndpoint): string {
  const { body, parameters } = exampleRequestOf(endpoint);
  const given = [body, parameters].filter((one) => one !== undefined).map((one) => JSON.stringify(one, null, 2));
  const key = endpoint.policy.missingKeyStatus === null ? '' : ', apiKey: process.env.PLAT_KEY';
  return [
    "import { PlatClient } from '@plat/client';",
    '',
    `const plat = new PlatClient({ baseUrl: process.env.PLAT_URL!${key} });`,
    `const answer = await plat.${endpoint.operation}(${given.join(', ')});`,
  ]
    .join('\n')
    .replace('"id_token": ""', '"id_token": process.env.PLAT_ID_TOKEN!');
}

/** Code samples of one operation for documentation pages. */
export const codeSamplesOf = (endpoint: AnyEndpoint) => [
  { lang: 'Shell', label: 'curl', source: curlExample(endpoint) },
  ...(offersDryRun(endpoint)
    ? [
        {
          lang: 'Shell',
          label: 'curl, dry run',
          source: `${curlExample(endpoint)} \\\n  -H 'x-dry-run: true'`,
        },
      ]
    : []),
  { lang: 'TypeScript', label: '@plat/client', source: clientExample(endpoint) },
];
