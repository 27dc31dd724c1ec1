import type { Static, TSchema } from '@sinclair/typebox';
import type { ErrorCode, FieldProblem } from './errors.ts';
import type { CheckSettings } from './rules/callback-url.ts';

/** Kinds of caller keys; `legacy_search` is the one of the earlier API (doc 3). */
export const KEY_KINDS = ['subscriber', 'enterprise', 'legacy_search'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Names under which keys are authorised and usage is counted (doc 1 section 2.9). */
export const ENDPOINT_NAMES = [
  'autocomplete',
  'retail_comps',
  'analytics_search',
  'analytics_summary',
  'buyer_search',
  'investor_comps',
  'linked_deals',
  'api_credentials',
  'api_users',
  'api_user_subscriptions',
] as const;
export type EndpointName = (typeof ENDPOINT_NAMES)[number];

/** Endpoints that manage the account and are never counted. */
type AccountEndpointName = 'api_credentials' | 'api_users' | 'api_user_subscriptions';
export type MeteredEndpointName = Exclude<EndpointName, AccountEndpointName>;

/** Endpoints whose use is counted per end user (doc 1 section 2.9). */
export const METERED_ENDPOINT_NAMES = ENDPOINT_NAMES.filter(
  (name): name is MeteredEndpointName => !name.startsWith('api_'),
);

/** Everything that has a monthly allowance: the metered endpoints, and the searches of the earlier API (doc 3). */
export const ALLOWANCE_NAMES = [...METERED_ENDPOINT_NAMES, 'legacy_search'] as const;
export type AllowanceName = (typeof ALLOWANCE_NAMES)[number];

/** When a successful call takes one from a monthly allowance. */
export type Metering =
  | { counts: 'never' }
  | { counts: 'each_success' }
  /** `resultsIn` names the field of the answer that lists the results; null when the answer is the list. */
  | { counts: 'success_with_results'; resultsIn: string | null }
  | { counts: 'once_per'; thing: 'property' | 'location' };

/** The row of data that decides how the gateway treats an endpoint; no middleware holds an exception. */
export interface EndpointPolicy {
  /** Name for authorisation and usage; null when the endpoint is open to every valid key. */
  name: EndpointName | null;
  keyKinds: readonly KeyKind[];
  /** Status of a missing `x-api-key`; null when the endpoint needs no key header (docs, health, doc 2). */
  missingKeyStatus: 400 | 401 | null;
  /** Status of a missing `x-user-id` on an enterprise key; null when the header is not asked for. */
  missingUserStatus: 400 | 401 | null;
  metering: Metering;
  /** The monthly allowance that a counted call takes from; null when nothing is counted. */
  allowance: AllowanceName | null;
  /**
   * Field of the body that, when true, makes the work run after the answer: what is held of the monthly allowance is
   * then settled by the service, under the reservation id that travels with the request.
   */
  backgroundField?: string;
  /** Whole-request deadline; past it the caller gets 504 (or the endpoint's own code) and nothing is counted. */
  deadlineMs: number;
  /** Whether answers carry `X-RateLimit-*`. */
  usageHeaders: boolean;
  /** Status of a deactivated key where it differs from the 401 of an unknown one (decision E.6). */
  deactivatedKeyStatus?: 403;
}

/** The services that answer operations. */
export type ServiceName = 'gateway' | 'geo' | 'investors' | 'valuation' | 'analytics' | 'accounts' | 'automation';

/** A documented error of an endpoint: the codes that can appear under one status. */
export type EndpointErrors = Readonly<Partial<Record<number, readonly ErrorCode[]>>>;

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Other places of one query parameter: a header by lower-case name, fields of a JSON body in order of preference. */
export interface ParameterPlaces {
  header?: string;
  body?: readonly string[];
}

/** One operation of the interface: everything that caller, gateway and service must agree on. */
export interface Endpoint<
  Body extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Responses extends Readonly<Record<number, TSchema>> = Readonly<Record<number, TSchema>>,
> {
  /** camelCase operation name; its route file is the same name in kebab case. */
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
    /** Where callers may put a query parameter instead; whoever takes their requests moves it into the query. */
    queryAlsoIn?: Readonly<Record<string, ParameterPlaces>>;
    /** Optional query parameters of which one must be there; the first is named when none is. */
    requiresOneOf?: readonly string[];
    /** Further request headers by lower-case name, beyond x-api-key and x-user-id. */
    headers?: Readonly<Record<string, { description: string; required: boolean }>>;
    /** Rules that span fields (pairs, minimum above maximum), run after the schemas of body and query hold. */
    rules?: ReadonlyArray<(body: Static<Body>, query: Static<Query>, settings: CheckSettings) => FieldProblem[]>;
  };
  /** Success statuses and their bodies. */
  responses: Responses;
  /** Further headers of success answers, by name, with what they say. */
  responseHeaders?: Readonly<Record<string, string>>;
  errors: EndpointErrors;
  policy: EndpointPolicy;
  /** A working request body for the documentation. */
  example?: unknown;
}

/** Declares an endpoint, keeping the precise types of its schemas. */
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
