import type { ErrorCode } from '@plat/contracts';
import type { Work } from '@plat/telemetry';
import { AggregatorRegistry, Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { BufferedRegistry } from './buffered-registry.ts';
import { type CapacityMetrics, createCapacityMetrics } from './capacity-metrics.ts';
import type { LimitName } from './errors.ts';
import { CALLER_GONE_STATUS } from './http/caller-gone.ts';
import { PROCESS_METRICS, registerProcessMetrics } from './process-metrics.ts';

/** Prometheus metrics of one app. Each app has its own registry, so several apps can share a process. */
export interface ServiceMetrics extends CapacityMetrics {
  registry: BufferedRegistry;
  /** Starts a request, which `observeRequest` ends. */
  beginRequest(): void;
  /**
   * Counts a finished request and its cost.
   * @param route the route's pattern, never the path as sent, so that labels stay bounded.
   */
  observeRequest(method: string, route: string, status: number, durationMs: number, work: Work): void;
  /**
   * Counts an error response.
   * @param code `CALLER_GONE` when the caller has left.
   * @param limit the limit that refused the request, if the code does not tell.
   */
  observeError(code: ErrorCode | 'CALLER_GONE', limit?: LimitName): void;
  /** Counts the cost of a job, or of a batch of several requests. */
  observeWork(work: Work): void;
}

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30];
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createServiceMetrics(service: string): ServiceMetrics {
  const registry = new BufferedRegistry();
  registry.setDefaultLabels({ service });
  const duration = new Histogram({
    name: 'plat_http_request_duration_seconds',
    help: 'Time from the first byte of a request to its response',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  let underWay = 0;
  const inFlight = new Gauge({
    name: 'plat_http_requests_in_flight',
    help: 'Requests in flight',
    registers: [registry],
    collect: () => {
      inFlight.set(underWay);
    },
  });
  const errors = new Counter({
    name: 'plat_errors_total',
    help: 'Error responses by code, and by the limit that refused the request where the code does not tell',
    labelNames: ['code', 'limit'] as const,
    registers: [registry],
  });
  const observeWork = createWorkMetrics(registry);
  registerProcessMetrics(registry);
  return {
    registry,
    ...createCapacityMetrics(registry),
    observeError: (code, limit) => registry.later(() => errors.labels(code, limit ?? '').inc()),
    observeWork: (work) => registry.later(() => observeWork(work)),
    beginRequest: () => {
      underWay++;
    },
    observeRequest: (method, route, status, durationMs, work) => {
      underWay--;
      registry.later(() => {
        const known = KNOWN_METHODS.has(method) ? method : 'OTHER';
        duration.observe({ method: known, route, status: String(status) }, durationMs / 1000);
        observeWork(work);
      });
    },
  };
}

/** Prometheus text for services that share a process. Metrics of the process itself come from the first. */
export async function metricsText([first, ...others]: readonly [ServiceMetrics, ...ServiceMetrics[]]): Promise<string> {
  if (others.length === 0) return first.registry.metrics();
  const beside = others.map(async ({ registry }) =>
    (await registry.getMetricsAsJSON()).filter(({ name }) => !PROCESS_METRICS.has(name)),
  );
  return AggregatorRegistry.aggregate(await Promise.all([first.registry.getMetricsAsJSON(), ...beside])).metrics();
}

/** Labels are constants in the code: services, operations and caches. */
function createWorkMetrics(registry: Registry): ServiceMetrics['observeWork'] {
  const calls = new Histogram({
    name: 'plat_service_call_duration_seconds',
    help: 'Duration of calls to other services; failed: no response or a 5xx, given_up: the caller hung up',
    labelNames: ['callee', 'operation', 'outcome'] as const,
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const statements = new Counter({
    name: 'plat_sql_statements_total',
    help: 'Statements that requests and jobs sent to PostgreSQL',
    registers: [registry],
  });
  const statementSeconds = new Counter({
    name: 'plat_sql_seconds_total',
    help: 'Time that requests and jobs waited for statements; parallel statements are summed',
    registers: [registry],
  });
  const looks = new Counter({
    name: 'plat_cache_looks_total',
    help: 'Cache lookups in this process: hit or miss',
    labelNames: ['cache', 'outcome'] as const,
    registers: [registry],
  });
  return ({ calls: made, sqlCount, sqlMs, caches }) => {
    for (const { service, operation, status, durationMs, requestId } of made) {
      // A call with its own id belongs to a batch, which is counted once and not per request.
      if (requestId !== undefined) continue;
      const isFailed = status === 0 || status >= 500;
      const outcome = status === CALLER_GONE_STATUS ? 'given_up' : isFailed ? 'failed' : 'answered';
      calls.observe({ callee: service, operation, outcome }, durationMs / 1000);
    }
    if (sqlCount > 0) {
      statements.inc(sqlCount);
      statementSeconds.inc(sqlMs / 1000);
    }
    for (const [cache, { hits, misses }] of Object.entries(caches)) {
      if (hits > 0) looks.inc({ cache, outcome: 'hit' }, hits);
      if (misses > 0) looks.inc({ cache, outcome: 'miss' }, misses);
    }
  };
}
