import { type AnyEndpoint, openApiDocument, PUBLIC_ENDPOINTS, type ServiceName, verifyKey } from '@plat/contracts';
import {
  createHttpApp,
  createServiceClient,
  docs,
  type Exchange,
  type HttpRoute,
  internalHost,
  jsonResponse,
  type Principal,
  type ReadinessChecks,
  type Transport,
  withDeadline,
} from '@plat/kit';
import type { Elysia } from 'elysia';
import type { GatewayDeps } from './deps.ts';
import { createBurstGuard } from './domain/burst-guard.ts';
import { trustedProxies } from './domain/caller-address.ts';
import { headerText } from './domain/header-text.ts';
import { createKeyDirectory } from './domain/key-directory.ts';
import { listedError } from './domain/listed-error.ts';
import { createEdge } from './stages/edge.ts';
import { STAGES } from './stages/index.ts';
import type { Passage, StageTools } from './stages/passage.ts';

const INTERFACE_VERSION = '1.0.0';
const GATEWAY: Principal = { keyId: 'gateway', keyKind: 'service', companyId: 'plat', userId: null };

/** Answers carry contact data and are meant for one caller (decision 119). */
const HEADERS = {
  'x-api-version': INTERFACE_VERSION,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store, private',
} as const;

/** Operations that their services answer; the contracts describe more than is built. */
const ANSWERED_OPERATIONS: readonly string[] = [
  'autocomplete',
  'buyerSearch',
  'investorComps',
  'linkedDeals',
  'analyticsSearch',
  'analyticsSummary',
];

/** The endpoints that a caller reaches when these services run. */
export const servedEndpoints = (services: readonly ServiceName[]): readonly AnyEndpoint[] =>
  PUBLIC_ENDPOINTS.filter(
    ({ service, operation }) => services.includes(service) && ANSWERED_OPERATIONS.includes(operation),
  );

/** The one door for callers: keys, limits and input are checked here, the work is done by the services behind it. */
export function createGatewayApp(deps: GatewayDeps): Elysia {
  const { log, transport, tokens, clock, services } = deps;
  const client = createServiceClient({ transport, tokens, clock });
  const directory = createKeyDirectory({
    limiter: deps.limiter,
    epochs: deps.epochs,
    onEpochsAway: (err) => log.debug({ err }, 'key epochs cannot be read: every key is verified anew'),
    verifyKey: async ({ keySha256, userId }, requestId) => {
      const body = { key_sha256: keySha256, user_id: userId };
      return (await client.call(verifyKey, { body, principal: GATEWAY, requestId })).key;
    },
  });
  const edge = createEdge({
    guard: createBurstGuard(clock),
    proxies: trustedProxies(deps.trustedProxies),
    directory,
    requireHttps: deps.requireHttps,
  });
  const tools: StageTools = { directory, edge, tokens, transport, clock };

  const endpoints = servedEndpoints(services);
  const routes = endpoints.map(
    (endpoint): HttpRoute => ({
      method: endpoint.method,
      path: endpoint.path,
      aliases: endpoint.aliases,
      handle: (exchange) => pass(exchange, endpoint, tools),
    }),
  );
  const home: HttpRoute = {
    method: 'GET',
    path: '/',
    handle: async () => jsonResponse({ name: 'Plat', version: INTERFACE_VERSION, documentation: '/docs' }),
  };
  const document = openApiDocument({ version: INTERFACE_VERSION, audience: 'public', endpoints });

  return createHttpApp({
    name: 'gateway',
    log,
    metrics: deps.metrics,
    routes: [home, ...docs({ document }), ...routes],
    readiness: servicesReady(['accounts', ...services], transport),
    headers: HEADERS,
    intercept: async ({ request }) => {
      const refusal = edge.burst(request);
      if (refusal === undefined) edge.https(request);
      return refusal;
    },
  });
}

/** Runs the stages within the endpoint's deadline, which starts when the request arrives. */
async function pass(exchange: Exchange, endpoint: AnyEndpoint, tools: StageTools): Promise<Response> {
  const { headers, signal: outer } = exchange.request;
  const { clock } = tools;
  const deadlineMs = clock.nowMs() + endpoint.policy.deadlineMs;
  const userId = headerText(headers.get('x-user-id'));
  try {
    return await withDeadline({ deadlineMs, outer, clock }, async (signal) => {
      const passage: Passage = {
        exchange,
        endpoint,
        deadlineMs,
        signal,
        apiKey: headerText(headers.get('x-api-key')),
        userId: userId === '' ? null : userId,
      };
      for (const stage of STAGES) {
        const response = await stage(passage, tools);
        if (response !== undefined) return response;
      }
      throw new Error(`no stage answered ${endpoint.operation}`);
    });
  } catch (error) {
    throw listedError(endpoint, error);
  }
}

/** The gateway is ready when every service behind it says that it is. */
const servicesReady = (services: readonly ServiceName[], transport: Transport): ReadinessChecks =>
  Object.fromEntries(
    services.map((service) => [
      service,
      async () => {
        const response = await transport(new Request(`http://${internalHost(service)}/ready`));
        if (!response.ok) throw new Error(`${service} answered ${response.status}`);
      },
    ]),
  );
