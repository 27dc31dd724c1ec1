import type { AnyEndpoint } from '../endpoint.ts';
import { exampleRequestOf } from './examples.ts';
import { SECTION_TEXTS } from './texts.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** A fixed id, so that importing again replaces the collection. */
const COLLECTION_ID = '6f1c2f0a-52a5-4c1e-9c43-0f5f0d1f7a10';

interface Pair {
  key: string;
  value: string;
  disabled?: boolean;
}

/** A Postman collection, format v2.1, as plain data. */
export interface PostmanCollection {
  info: { _postman_id: string; name: string; description: string; schema: string };
  auth: object;
  variable: Pair[];
  item: { name: string; description?: string; item: object[] }[];
}

export interface PostmanOptions {
  endpoints: readonly AnyEndpoint[];
  /** Base URL of the API; the reader can change it. */
  baseUrl: string;
  /** Initial value of the variable `apiKey`; empty for the reader to fill in. */
  apiKey: string;
}

/** Every public operation with its example request, in one folder per section. `baseUrl` and `apiKey` are variables. */
export function postmanCollection({ endpoints, baseUrl, apiKey }: PostmanOptions): PostmanCollection {
  const shown = endpoints.filter(({ audience }) => audience === 'public');
  const sections = [...new Set(shown.map(({ tag }) => tag))];
  return {
    info: {
      _postman_id: COLLECTION_ID,
      name: 'Plat API',
      description: 'Set the variables baseUrl and apiKey. With an enterprise key, also set userId.',
      schema: SCHEMA,
    },
    auth: apiKeyAuth,
    variable: [
      { key: 'baseUrl', value: baseUrl },
      { key: 'apiKey', value: apiKey },
      { key: 'userId', value: '' },
      { key: 'idToken', value: '' },
    ],
    item: sections.map((name) => ({
      name,
      description: SECTION_TEXTS[name],
      item: shown.filter(({ tag }) => tag === name).map(itemOf),
    })),
  };
}

const apiKeyAuth = {
  type: 'apikey',
  apikey: [
    { key: 'key', value: 'x-api-key', type: 'string' },
    { key: 'value', value: '{{apiKey}}', type: 'string' },
    { key: 'in', value: 'header', type: 'string' },
  ],
};

function itemOf(endpoint: AnyEndpoint): object {
  const { method, path, summary, description, policy } = endpoint;
  const { body, parameters = {} } = exampleRequestOf(endpoint);
  const inHeaders = Object.keys(endpoint.request.headers ?? {});
  const query: Pair[] = Object.entries(parameters)
    .filter(([name]) => name !== 'id_token' && !inHeaders.includes(name))
    .map(([key, value]) => ({ key, value }));
  const header: Pair[] = [
    ...inHeaders.filter((name) => name in parameters).map((key) => ({ key, value: String(parameters[key]) })),
    ...('id_token' in parameters ? [{ key: 'authorization', value: 'Bearer {{idToken}}' }] : []),
    ...(policy.missingUserStatus === null ? [] : [{ key: 'x-user-id', value: '{{userId}}', disabled: true }]),
    ...(body === undefined ? [] : [{ key: 'content-type', value: 'application/json' }]),
  ];
  const search = query.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
  return {
    name: summary,
    request: {
      method,
      ...(policy.missingKeyStatus === null ? { auth: { type: 'noauth' } } : {}),
      ...(description === undefined ? {} : { description }),
      header,
      url: {
        raw: `{{baseUrl}}${path}${search === '' ? '' : `?${search}`}`,
        host: ['{{baseUrl}}'],
        path: path.slice(1).split('/'),
        ...(query.length === 0 ? {} : { query }),
      },
      ...(body === undefined
        ? {}
        : { body: { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } } }),
    },
    response: [],
  };
}
