import {
  type AnyEndpoint,
  CHANGELOG,
  changelogText,
  llmsText,
  openApiDocument,
  PUBLIC_ENDPOINTS,
  postmanCollection,
  type ServiceName,
  verifyKey,
} from '@plat/contracts';
import {
  AppError,
  createHttpApp,
  createServiceClient,
  type Exchange,
  type HttpRoute,
  jsonResponse,
  type ReadinessChecks,
  type Transport,
  withDeadline,
} from '@plat/kit';
import { docs, negotiatedRoute, textPage } from '@plat/kit/docs';
import { inSpan, noteCacheLookup } from '@plat/telemetry';
import type { Elysia } from 'elysia';
import { automationHostRoutes } from './automation-host.ts';
import type { GatewayDeps } from './deps.ts';
import { createBurstGuard } from './domain/burst-guard.ts';
import { addressList } from './domain/caller-address.ts';
import { headerText } from './domain/header-text.ts';
import { httpsBehind } from './domain/https-behind.ts';
import { createKeyDirectory } from './domain/key-directory.ts';
import { namingMisspelled } from './domain/misspelled-fields.ts';
import { changelogPage } from './pages/changelog.ts';
import { homePage } from './pages/home.ts';
import {
  createEdge,
  dryRun,
  GATEWAY,
  idempotency,
  isIdempotent,
  KEYLESS_STAGES,
  keepingAnswer,
  keyKnown,
  logRequest,
  metered,
  type Passage,
  reserve,
  STAGES,
  type Stage,
  type StageTools,
  sessionKnown,
} from './stages/index.ts';
import { createAccountsUsageLedger } from './store/accounts-usage-ledger.ts';
import { createGatewayMetrics, type GatewayMetrics } from './store/gateway-metrics.ts';
import { createKeyExistence } from './store/key-existence.ts';
import { createUsageMetrics } from './store/usage-metrics.ts';

export { httpsBehind } from './domain/https-behind.ts';
export { countedLocation } from './domain/usage-subject.ts';

const INTERFACE_VERSION = '1.0.0';

/** Responses contain contact data for one caller, so no cache may keep them. */
const HEADERS = {
  'x-api-version': INTERFACE_VERSION,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store, private',
  // API responses are data: a browser that opens one runs no script and frames nothing. Documentation pages set
  // their own policy.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
/** Leaves out subdomains: they may serve other applications of the owner. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** The endpoints that these services serve. The accounts service always runs. */
export const servedEndpoints = (services: readonly ServiceName[]): readonly AnyEndpoint[] =>
  PUBLIC_ENDPOINTS.filter(({ service }) => service === 'accounts' || services.includes(service));

/** The public entry point. It checks keys, limits and input, then forwards the request to a service. */
export function createGatewayApp(deps: GatewayDeps): Elysia {
  const { log, transport, tokens, clock, services, checkSettings } = deps;
  const client = createServiceClient({ transport, tokens, clock });
  const gatewayMetrics = createGatewayMetrics(deps.metrics.registry);
  const { showCache } = deps.metrics;
  const directory = createKeyDirectory({
    limiter: deps.limiter,
    epochs: deps.epochs,
    onEpochsUnavailable: (err) => {
      gatewayMetrics.onEpochsUnavailable();
      log.debug({ err }, 'cannot read key epochs; every request verifies its key with accounts');
    },
    onLook: noteCacheLookup,
    onOpen: showCache,
    keyExists: createKeyExistence({ client, principal: GATEWAY, clock, metrics: deps.metrics }),
    verifyKey: async ({ keySha256, userId }, work) => {
      const body = { key_sha256: keySha256, user_id: userId };
      return (await client.call(verifyKey, { body, principal: GATEWAY, requestId: work.requestId, work })).key;
    },
  });
  const guard = createBurstGuard(clock);
  showCache('burst_windows', guard.buckets);
  const edge = createEdge({
    guard,
    proxies: addressList(deps.trustedProxies),
    directory,
    requireHttps: deps.requireHttps,
    isHttps: httpsBehind(deps.trustedProxies),
    onRefusal: gatewayMetrics.onRefusal,
  });
  const usageMetrics = createUsageMetrics(deps.metrics);
  const ledger = createAccountsUsageLedger({
    client,
    principal: GATEWAY,
    clock,
    metrics: usageMetrics,
    observeWork: deps.metrics.observeWork,
  });
  const { limiter, hasSessions = false } = deps;
  const tools: StageTools = {
    directory,
    edge,
    ledger,
    client,
    tokens,
    transport,
    clock,
    checkSettings,
    limiter,
    hasSessions,
    requestLog: deps.requestLog,
  };

  const endpoints = servedEndpoints(services);
  const routesOf = (endpoint: AnyEndpoint): HttpRoute[] =>
    [endpoint.method, ...(endpoint.alsoMethods ?? [])].map((method) => ({
      method,
      path: endpoint.path,
      aliases: endpoint.aliases,
      operation: endpoint.operation,
      handle: (exchange) => pass(exchange, endpoint, tools, gatewayMetrics),
    }));
  const routes = endpoints.flatMap(routesOf);
  if (deps.automationHost !== undefined) {
    routes.push(...automationHostRoutes(endpoints, deps.automationHost, routesOf));
  }
  const demoKey = (request: Request): string | null => (edge.isInside(request) ? (deps.demoKey?.() ?? null) : null);
  const document = openApiDocument({ version: INTERFACE_VERSION, audience: 'public', endpoints });

  return createHttpApp({
    name: 'gateway',
    log,
    metrics: deps.metrics,
    metricsBeside: deps.metricsBeside,
    mayReadMetrics: edge.isInside,
    routes: [
      ...docs({ document, demoKey }),
      ...pages(endpoints, edge.isHttps, { demoKey, hasConsole: hasSessions }),
      ...routes,
    ],
    readiness: servicesReady(['accounts', ...services], transport),
    headers: HEADERS,
    handsWorkOn: true,
    intercept: async ({ request, setHeader }) => {
      if (edge.isHttps(request)) setHeader('strict-transport-security', STRICT_TRANSPORT);
      const refusal = edge.burst(request);
      if (refusal === undefined) edge.https(request);
      return refusal;
    },
  });
}

/** The HTML pages beside the reference: the home page, guides and the changelog. */
const pages = (
  endpoints: readonly AnyEndpoint[],
  isHttps: (request: Request) => boolean,
  { demoKey, hasConsole }: { demoKey: (request: Request) => string | null; hasConsole: boolean },
): HttpRoute[] => [
  {
    method: 'GET',
    path: '/postman.json',
    handle: async ({ request, setHeader }) => {
      setHeader('cache-control', 'no-cache');
      const { host } = new URL(request.url);
      const baseUrl = `${isHttps(request) ? 'https' : 'http'}://${host}`;
      return jsonResponse(postmanCollection({ endpoints, baseUrl, apiKey: demoKey(request) ?? '' }));
    },
  },
  textPage('/llms.txt', 'text/plain', llmsText(endpoints, INTERFACE_VERSION)),
  negotiatedRoute('/', homePage(INTERFACE_VERSION, hasConsole), {
    contentType: 'application/json',
    text: JSON.stringify({ name: 'Plat', version: INTERFACE_VERSION, documentation: '/docs' }),
  }),
  negotiatedRoute('/changelog', changelogPage(), { contentType: 'text/markdown', text: changelogText() }),
  textPage('/changelog/json', 'application/json', JSON.stringify({ releases: CHANGELOG })),
];

/** Never aborts: a request with an idempotency key finishes even if the caller disconnects. */
const NEVER = new AbortController().signal;

/** Runs the stages within the endpoint's deadline, which starts on arrival, and settles the reservation. */
async function pass(
  exchange: Exchange,
  endpoint: AnyEndpoint,
  tools: StageTools,
  metrics: GatewayMetrics,
): Promise<Response> {
  const { headers, signal } = exchange.request;
  const { clock } = tools;
  const deadlineMs = clock.nowMs() + endpoint.policy.deadlineMs;
  const outer = isIdempotent(endpoint, exchange.request) ? NEVER : signal;
  const userId = headerText(headers.get('x-user-id'));
  const passage: Passage = {
    exchange,
    endpoint,
    deadlineMs,
    signal: outer,
    userId: userId === '' ? null : userId,
  };
  const run = () =>
    withDeadline({ deadlineMs, outer, clock }, (ending) => {
      passage.signal = ending;
      return runStages(passage, tools).catch((error: unknown) => {
        throw namingMisspelled(error, passage.ignored ?? []);
      });
    });
  let status = 500;
  try {
    const response = await keepingAnswer(passage, tools, () => metered(passage, tools, run));
    status = response.status;
    return response;
  } catch (error) {
    if (error instanceof AppError) status = error.status;
    throw error;
  } finally {
    metrics.observePassage(passage);
    logRequest(passage, status, tools);
    exchange.note(passageFields(passage, clock.nowMs()));
  }
}

/** Log fields of one request. Fields of stages that did not run are left out. */
const passageFields = (
  { minute, quota, allowance, resultCount, idempotent, deadlineMs }: Passage,
  nowMs: number,
): Record<string, unknown> => ({
  minuteLeft: minute?.remaining,
  quota,
  monthLeft: allowance?.remaining,
  resultCount,
  idempotent,
  deadlineLeftMs: Math.round(deadlineMs - nowMs),
});

/** Stages that get their own trace span, named after the work they wait for. */
const SPANS: ReadonlyMap<Stage, string> = new Map([
  [keyKnown, 'key and minute limit'],
  [sessionKnown, 'session'],
  [idempotency, 'idempotency'],
  [dryRun, 'dry run'],
  [reserve, 'monthly reservation'],
]);

async function runStages(passage: Passage, tools: StageTools): Promise<Response> {
  const stages = passage.endpoint.policy.missingKeyStatus === null ? KEYLESS_STAGES : STAGES;
  for (const stage of stages) {
    const span = SPANS.get(stage);
    const answering = span === undefined ? stage(passage, tools) : inSpan(span, async () => stage(passage, tools));
    // Most stages return synchronously; awaiting each one would double their cost.
    const response = answering instanceof Promise ? await answering : answering;
    if (response !== undefined) return response;
  }
  throw new Error(`no stage answered ${passage.endpoint.operation}`);
}

/** Ready when every service behind the gateway is ready. */
const servicesReady = (services: readonly ServiceName[], transport: Transport): ReadinessChecks =>
  Object.fromEntries(
    services.map((service) => [
      service,
      async () => {
        const response = await transport({ service, method: 'GET', path: '/ready' });
        if (!response.ok) throw new Error(`${service} answered ${response.status}`);
      },
    ]),
  );
