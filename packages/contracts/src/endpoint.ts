import type { Static, TSchema } from '@sinclair/typebox';
import type { ErrorCode, FieldProblem } from './errors.ts';
import type { CheckSettings } from './rules/callback-url.ts';

/** Kinds of API keys; `legacy_search` is for the earlier API. */
export const KEY_KINDS = ['subscriber', 'enterprise', 'legacy_search'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Names for authorisation and usage counting. */
export const ENDPOINT_NAMES = [
  'autocomplete',
  'retail_comps',
  'analytics_search',
  'analytics_summary',
  'buyer_search',
  'investor_comps',
  'linked_deals',
  'offers',
  'api_credentials',
  'api_users',
  'api_user_subscriptions',
] as const;
export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** Endpoints that manage the account and are never counted. */
type AccountEndpointName = 'api_credentials' | 'api_users' | 'api_user_subscriptions';
export type MeteredEndpointName = Exclude<EndpointName, AccountEndpointName>;

/** Endpoints counted per end user. */
export const METERED_ENDPOINT_NAMES = ENDPOINT_NAMES.filter(
  (name): name is MeteredEndpointName => !name.startsWith('api_'),
);

/** The endpoints in `current_period_usage` of an end user, whose fields are fixed; `GET /v1/usage` has all of them. */
export type UserUsageName = Exclude<MeteredEndpointName, 'offers'>;
export const USER_USAGE_NAMES = METERED_ENDPOINT_NAMES.filter((name): name is UserUsageName => name !== 'offers');

/** Everything with a monthly allowance: the metered endpoints, and searches of the earlier API. */
export const ALLOWANCE_NAMES = [...METERED_ENDPOINT_NAMES, 'legacy_search'] as const;
export type AllowanceName = (typeof ALLOWANCE_NAMES)[number];

/** Condition under which a successful call counts against a monthly allowance (docs/rules/limits.md). */
export type Metering =
  | { counts: 'never' }
  | { counts: 'each_success' }
  /** `resultsIn` names the field of the response that lists the results; null when the response is the list. */
  | { counts: 'success_with_results'; resultsIn: string | null }
  | { counts: 'once_per'; thing: 'property' | 'location' };

/** Decides how the gateway treats an endpoint. Middleware holds no exceptions. */
export interface EndpointPolicy {
  /** Name for authorisation and usage; null when every valid key may call the endpoint. */
  name: EndpointName | null;
  keyKinds: readonly KeyKind[];
  /** Status for a missing `x-api-key`; null when the endpoint needs no key header. */
  missingKeyStatus: 400 | 401 | null;
  /** Status for a missing `x-user-id` with an enterprise key; null when the header is not required. */
  missingUserStatus: 400 | 401 | null;
  metering: Metering;
  /** The monthly allowance of counted calls; null when nothing is counted. */
  allowance: AllowanceName | null;
  /**
   * Body field that, when true, moves the work to the background. The service then settles the usage reservation,
   * whose id travels with the request.
   */
  backgroundField?: string;
  /** Deadline of the whole request. After it the caller gets 504 (or the endpoint's own code) and nothing is counted. */
  deadlineMs: number;
  /** Whether responses carry `X-RateLimit-*`. */
  usageHeaders: boolean;
  /** Status for a deactivated key, where it differs from the 401 for an unknown key. */
  deactivatedKeyStatus?: 403;
}

/** The services that handle operations. */
export type ServiceName =
  | 'gateway'
  | 'geo'
  | 'investors'
  | 'valuation'
  | 'analytics'
  | 'accounts'
  | 'automation'
  | 'console';

/** Documented errors of an endpoint: possible codes by status. */
export type EndpointErrors = Readonly<Partial<Record<number, readonly ErrorCode[]>>>;

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Other sources of a query parameter: a header by lower-case name, JSON body fields in order of preference. */
export interface ParameterPlaces {
  header?: string;
  body?: readonly string[];
}

/** One operation of the interface, as caller, gateway and service must agree on it. */
export interface Endpoint<
  Body extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Responses extends Readonly<Record<number, TSchema>> = Readonly<Record<number, TSchema>>,
> {
  /** camelCase operation name; its route file has the same name in kebab case. */
  operation: string;
  service: ServiceName;
  /** `public` is reachable through the gateway; `internal` only with a service token. */
  audience: 'public' | 'internal';
  method: HttpMethod;
  /** Further methods with the same behaviour. */
  alsoMethods?: readonly HttpMethod[];
  path: string;
  /** Further paths with the same behaviour, such as `/functions/v1/autocomplete`. */
  aliases: readonly string[];
  summary: string;
  description?: string;
  tag: string;
  request: {
    body?: Body;
    query?: Query;
    /** Other places for query parameters. The receiving service moves them into the query. */
    queryAlsoIn?: Readonly<Record<string, ParameterPlaces>>;
    /** Optional query parameters of which one is required; an error names the first. */
    requiresOneOf?: readonly string[];
    /** Further request headers by lower-case name, besides x-api-key and x-user-id. */
    headers?: Readonly<Record<string, { description: string; required: boolean }>>;
    /** Rules that span fields (pairs, minimum above maximum); run after the schemas of body and query pass. */
    rules?: ReadonlyArray<(body: Static<Body>, query: Static<Query>, settings: CheckSettings) => FieldProblem[]>;
  };
  /** Success statuses and their bodies. */
  responses: Responses;
  /** Descriptions of further headers of successful responses, by name. */
  responseHeaders?: Readonly<Record<string, string>>;
  errors: EndpointErrors;
  policy: EndpointPolicy;
  /** A working request body for the documentation. */
  example?: unknown;
}

/** Declares an endpoint and keeps the precise types of its schemas. */
export function defineEndpoint<
  const Body extends TSchema,
  const Query extends TSchema,
  const Responses extends Readonly<Record<number, TSchema>>,
>(endpoint: Endpoint<Body, Query, Responses>): Endpoint<Body, Query, Responses> {
  return endpoint;
}

// biome-ignore lint/suspicious/noExplicitAny: an endpoint of any shape, where only its data is read
export type AnyEndpoint = Endpoint<any, any, any>;

export type BodyOf<E> = E extends { request: { body?: infer B } } ? (B extends TSchema ? Static<B> : undefined) : never;
export type QueryOf<E> = E extends { request: { query?: infer Q } }
  ? Q extends TSchema
    ? Static<Q>
    : undefined
  : never;
export type ResponseOf<E, Status extends number = 200> = E extends { responses: infer R }
  ? Status extends keyof R
    ? R[Status] extends TSchema
      ? Static<R[Status]>
      : never
    : never
  : never;
