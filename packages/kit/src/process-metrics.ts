import { monitorEventLoopDelay } from 'node:perf_hooks';
import { certificateEndSeconds, poolFigures, tracingCounts } from '@plat/telemetry';
import { Counter, Gauge, type Registry } from 'prom-client';
import { memoryLimitBytes, openFiles } from './process-limits.ts';

const DELAY_RESOLUTION_MS = 20;
const DELAY_QUANTILES = [0.5, 0.99, 1] as const;
const SHARED_ANSWER_MS = 100;

/** Of the process and not of a service: every registry has them. */
export const OF_THE_PROCESS: ReadonlySet<string> = new Set([
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

/** Services of one process are asked at the same time: they share an answer. */
function shared<Answer>(ask: () => Answer): () => Answer {
  let known: { answer: Answer; askedMs: number } | undefined;
  return () => {
    if (known !== undefined && performance.now() - known.askedMs < SHARED_ANSWER_MS) return known.answer;
    const answer = ask();
    known = { answer, askedMs: performance.now() };
    return answer;
  };
}

/** Asking begins anew. */
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

/** Begins to watch when it is first asked: a command that serves nothing has nothing to watch. */
let eventLoopDelays = (): Delays => {
  eventLoopDelays = watchEventLoop();
  return eventLoopDelays();
};

/** What all services of a process share: connections by the name of their pool, and spans. */
export function showProcess(registry: Registry): void {
  const connections = new Gauge({
    name: 'plat_database_connections',
    help: 'Most connections of a pool, those in use, and statements that wait for one, in this process',
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
    help: 'Memory of this process that is in RAM',
    registers: [registry],
    collect: () => {
      memory.set(process.memoryUsage.rss());
    },
  });
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Time that this process had a processor, its own and that of the system for it',
    registers: [registry],
    collect: () => {
      const { user, system } = process.cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / 1e6);
    },
  });
  const gauge = (name: string, help: string, look: () => number | undefined) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        const value = look();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  gauge(
    'plat_memory_limit_bytes',
    'Memory that the container of this process may use; absent without a bound',
    () => memoryLimitBytes() ?? undefined,
  );
  gauge('process_open_fds', 'Files and sockets that this process has open', () => sharedOpenFiles()?.open);
  gauge('process_max_fds', 'Most files and sockets that this process may have open', () => sharedOpenFiles()?.most);
  const delay = new Gauge({
    name: 'plat_event_loop_delay_seconds',
    help: 'How late this process comes to what is due, since it was last asked: near 0 unless it has too much to do',
    labelNames: ['quantile'] as const,
    registers: [registry],
    collect: () => {
      for (const [quantile, seconds] of eventLoopDelays()) delay.labels(quantile).set(seconds);
    },
  });
  new Gauge({
    name: 'plat_process_start_timestamp_seconds',
    help: 'When this process started; there is one for every service that runs',
    registers: [registry],
  }).set(Math.round(performance.timeOrigin) / 1000);
  gauge(
    'plat_tls_certificate_end_timestamp_seconds',
    'When the certificate that this process serves ends; absent without TLS',
    certificateEndSeconds,
  );
  const spans = new Gauge({
    name: 'plat_trace_spans',
    help: 'Spans of this process since it started that a receiver took, that were lost because it did not, or that wait',
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
