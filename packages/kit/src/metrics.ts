import { Histogram, Registry } from 'prom-client';

/** Prometheus metrics of one app, in a registry of its own so that several apps can share a process. */
export interface ServiceMetrics {
  registry: Registry;
  /** @param route the route's pattern, never the path as sent, so that labels stay bounded. */
  observeRequest(method: string, route: string, status: number, durationMs: number): void;
}

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30];
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createServiceMetrics(service: string): ServiceMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  const duration = new Histogram({
    name: 'plat_http_request_duration_seconds',
    help: 'Time from the first byte read of a request to its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  /** Finding the series of a request by its labels costs more than counting it. */
  const series = new Map<string, ReturnType<typeof duration.labels>>();
  return {
    registry,
    observeRequest: (method, route, status, durationMs) => {
      const known = KNOWN_METHODS.has(method) ? method : 'OTHER';
      const name = `${known} ${status} ${route}`;
      let one = series.get(name);
      if (one === undefined) {
        one = duration.labels(known, route, String(status));
        series.set(name, one);
      }
      one.observe(durationMs / 1000);
    },
  };
}
