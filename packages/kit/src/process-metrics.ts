import { monitorEventLoopDelay } from 'node:perf_hooks';
import { certificateEndSeconds, poolFigures, tracingCounts } from '@plat/telemetry';
import { Counter, Gauge, type Registry } from 'prom-client';
import { memoryLimitBytes, openFiles } from './process-limits.ts';

const DELAY_RESOLUTION_MS = 20;
const DELAY_QUANTILES = [0.5, 0.99, 1] as const;
const SHARED_ANSWER_MS = 100;

/** Metrics of the process, which every registry contains. */
export const PROCESS_METRICS: ReadonlySet<string> = new Set([
  'plat_database_connections',
  'plat_event_loop_delay_seconds',
  'plat_memory_limit_bytes',
  'plat_tls_certificate_end_timestamp_seconds',
  'plat_trace_spans',
  'process_cpu_seconds_total',
  'process_max_fds',
  'process_open_fds',
  'process_resident_memory_bytes',
]);

type Delays = readonly (readonly [quantile: string, seconds: number])[];

/** All services of a process are scraped at the same moment, so they share one reading. */
function shared<Answer>(ask: () => Answer): () => Answer {
  let known: { answer: Answer; askedMs: number } | undefined;
  return () => {
    if (known !== undefined && performance.now() - known.askedMs < SHARED_ANSWER_MS) return known.answer;
    const answer = ask();
    known = { answer, askedMs: performance.now() };
    return answer;
  };
}

/** Each reading resets the histogram. */
function watchEventLoop(): () => Delays {
  const histogram = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  histogram.enable();
  return shared(() => {
    const delays = DELAY_QUANTILES.map(
      (quantile) => [String(quantile), histogram.percentile(quantile * 100) / 1e9] as const,
    );
    histogram.reset();
    return delays;
  });
}

const sharedOpenFiles = shared(openFiles);

/** Starts on the first reading, because commands without metrics need no monitor. */
let eventLoopDelays = (): Delays => {
  eventLoopDelays = watchEventLoop();
  return eventLoopDelays();
};

/** Metrics shared by all services of a process: connections by pool name, and spans. */
export function registerProcessMetrics(registry: Registry): void {
  const connections = new Gauge({
    name: 'plat_database_connections',
    help: 'Connections of a pool in this process: the maximum, in use, and statements waiting for one',
    labelNames: ['pool', 'state'] as const,
    registers: [registry],
    collect: () => {
      connections.reset();
      for (const [pool, { connections: most, inUse, waiting }] of poolFigures()) {
        connections.labels(pool, 'most').set(most);
        connections.labels(pool, 'in_use').set(inUse);
        connections.labels(pool, 'waiting').set(waiting);
      }
    },
  });
  const memory = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory of this process',
    registers: [registry],
    collect: () => {
      memory.set(process.memoryUsage.rss());
    },
  });
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of this process, user and system',
    registers: [registry],
    collect: () => {
      const { user, system } = process.cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / 1e6);
    },
  });
  const gauge = (name: string, help: string, look: () => number | undefined) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const value = look();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge(
    'plat_memory_limit_bytes',
    "Memory limit of this process's container; absent without a limit",
    () => memoryLimitBytes() ?? undefined,
  );
  gauge('process_open_fds', 'Open files and sockets of this process', () => sharedOpenFiles()?.open);
  gauge('process_max_fds', 'Maximum of open files and sockets of this process', () => sharedOpenFiles()?.most);
  const delay = new Gauge({
    name: 'plat_event_loop_delay_seconds',
    help: 'Event loop delay since the last scrape; near 0 unless the process is overloaded',
    labelNames: ['quantile'] as const,
    registers: [registry],
    collect: () => {
      for (const [quantile, seconds] of eventLoopDelays()) delay.labels(quantile).set(seconds);
    },
  });
  new Gauge({
    name: 'plat_process_start_timestamp_seconds',
    help: 'Start time of this process; one series per running service',
    registers: [registry],
  }).set(Math.round(performance.timeOrigin) / 1000);
  gauge(
    'plat_tls_certificate_end_timestamp_seconds',
    'Expiry of the certificate that this process serves; absent without TLS',
    certificateEndSeconds,
  );
  const spans = new Gauge({
    name: 'plat_trace_spans',
    help: 'Spans of this process since start: accepted by the receiver, lost, or waiting',
    labelNames: ['outcome'] as const,
    registers: [registry],
    collect: () => {
      const { exported, failed, waiting } = tracingCounts();
      spans.labels('exported').set(exported);
      spans.labels('failed').set(failed);
      spans.labels('waiting').set(waiting);
    },
  });
}
