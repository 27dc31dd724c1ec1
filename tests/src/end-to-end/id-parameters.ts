import type { AnyEndpoint, KeyKind } from '@plat/contracts';

/** The owner of one key, with the ids of all its objects. */
export interface Tenant {
  name: string;
  kind: KeyKind;
  headers: Record<string, string>;
  /** Ids by kind, such as `search`; absent for kinds that this tenant cannot have. */
  ids: Partial<Record<Thing, string>>;
}

export const THINGS = ['user', 'subscription', 'search', 'delivery', 'legacySearch'] as const;
export type Thing = (typeof THINGS)[number];

export interface Sent {
  method: string;
  path: string;
  headers?: Readonly<Record<string, string | undefined>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
}

/** How to test one parameter that names an object of a tenant. */
export interface IdParameter {
  thing: Thing;
  request(id: string): Omit<Sent, 'method' | 'path'>;
  /** The owner's own response: without it, a refusal of others would prove nothing. */
  ownStatus: number;
}

/** By operation and parameter. `NO_IDS` lists the parameters that name no tenant's object, with the reason. */
export const ID_PARAMETERS: Readonly<Record<string, IdParameter>> = {
  'buyerSearchResults search_id': { thing: 'search', request: (id) => ({ query: { search_id: id } }), ownStatus: 200 },
  'buyerSearchStatus search_id': { thing: 'search', request: (id) => ({ query: { search_id: id } }), ownStatus: 200 },
  'replayWebhook delivery_id': { thing: 'delivery', request: (id) => ({ body: { delivery_id: id } }), ownStatus: 202 },
  'legacyResults search-id': {
    thing: 'legacySearch',
    request: (id) => ({ headers: { 'search-id': id } }),
    ownStatus: 200,
  },
  'getApiUser user_id': { thing: 'user', request: (id) => ({ query: { user_id: id } }), ownStatus: 200 },
  'updateApiUser user_id': {
    thing: 'user',
    request: (id) => ({ body: { user_id: id, active: false } }),
    ownStatus: 200,
  },
  'createApiUserSubscription user_id': {
    thing: 'user',
    request: (id) => ({ body: { user_id: id, plan_id: 'isolation' } }),
    ownStatus: 201,
  },
  'updateApiUserSubscription subscription_id': {
    thing: 'subscription',
    request: (id) => ({ body: { subscription_id: id, active: false } }),
    ownStatus: 200,
  },
};

/** Parameters that look like ids but name no tenant's object, with the reason, or those covered by a test below. */
export const NO_IDS: Readonly<Record<string, string>> = {
  'createApiUser user_id': 'the caller chooses it; the same id under two keys is two users, covered below',
  'createApiUserSubscription plan_id': 'plans belong to the installation; the plans of a key are covered below',
  'listApiUsers cursor': 'covered below',
  'webhookDeliveries cursor': 'covered below',
  'automationSetup uid': 'covered below',
  'buyers buyer_id': 'an id of the published market, the same for every key',
  'legacySearch userId': 'a label of the caller, stored with the search',
  'automationAuth api_key': 'the key itself',
  'subscribeWebhook api_key': 'the key itself',
  'unsubscribeWebhook api_key': 'the key itself',
  'listSubscriptions api_key': 'the key itself',
  'exampleBuyers api_key': 'the key itself',
  'triggerWebhooks apiKey': 'the key itself',
  'subscribeWebhook web_url': 'covered below',
  'unsubscribeWebhook web_url': 'covered below',
  'unsubscribeWebhook id': 'covered below',
};

const LOOKS_LIKE_ID = /(?:^|[_-])(?:id|uid|cursor|key|url)$|(?:Id|Key|Cursor)$/;
const CALLBACKS = new Set(['webhook_url', 'deal_url', 'notifyUrl']);

/** Every parameter of an endpoint that looks like an id. */
export function idParametersOf({ operation, request }: AnyEndpoint): string[] {
  const names = [
    ...Object.keys(request.query?.properties ?? {}),
    ...Object.keys(request.body?.properties ?? {}),
    ...Object.keys(request.headers ?? {}),
  ];
  const ids = names.filter((name) => LOOKS_LIKE_ID.test(name) && !CALLBACKS.has(name));
  return [...new Set(ids)].map((name) => `${operation} ${name}`);
}
