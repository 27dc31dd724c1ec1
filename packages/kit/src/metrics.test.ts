import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { newWork } from '@plat/telemetry';
import { createServiceMetrics, metricsText } from './metrics.ts';

const seriesOf = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  if (line === undefined) throw new Error(`no ${series}`);
  return Number(line.slice(series.length));
};

test('counts requests in flight from start to end', async () => {
  const metrics = createServiceMetrics('geo');
  const inFlight = async () => seriesOf(await metricsText([metrics]), 'plat_http_requests_in_flight{service="geo"}');
  expect(await inFlight()).toBe(0);
  metrics.beginRequest();
  metrics.beginRequest();
  metrics.observeRequest('GET', '/v1/usage', 200, 3, newWork('r'));
  expect(await inFlight()).toBe(1);
});

test('reports the use of queues and caches when the metrics are read', async () => {
  const metrics = createServiceMetrics('geo');
  let waiting = 0;
  metrics.showQueue('calls', () => ({ max: 2, inUse: 1, waiting }));
  metrics.showQueue('questions', () => ({ inUse: 3 }));
  metrics.showCache('keys', () => ({ max: 10, inUse: 4 }));
  waiting = 7;
  const lines = (await metricsText([metrics])).split('\n').filter((line) => /^plat_(queue|cache_entries)/.test(line));
  expect(lines.sort()).toEqual([
    'plat_cache_entries{cache="keys",state="in_use",service="geo"} 4',
    'plat_cache_entries{cache="keys",state="most",service="geo"} 10',
    'plat_queue_places{queue="calls",state="in_use",service="geo"} 1',
    'plat_queue_places{queue="calls",state="most",service="geo"} 2',
    'plat_queue_places{queue="calls",state="waiting",service="geo"} 7',
    'plat_queue_places{queue="questions",state="in_use",service="geo"} 3',
  ]);
});

test('reports memory, CPU time and event loop delay once for all services of a process', async () => {
  const services = [createServiceMetrics('gateway'), createServiceMetrics('geo')] as const;
  await metricsText(services);
  // Delay is measured between ticks, so this waits for ticks before and after the load.
  await Bun.sleep(200);
  const endMs = performance.now() + 200;
  while (performance.now() < endMs);
  await Bun.sleep(200);
  const text = await metricsText(services);
  expect(seriesOf(text, 'process_resident_memory_bytes{service="gateway"}')).toBeGreaterThan(1e6);
  if (existsSync('/proc/self/fd')) {
    const open = seriesOf(text, 'process_open_fds{service="gateway"}');
    expect(open).toBeGreaterThan(2);
    expect(seriesOf(text, 'process_max_fds{service="gateway"}')).toBeGreaterThan(open);
  }
  expect(seriesOf(text, 'process_cpu_seconds_total{service="gateway"}')).toBeGreaterThan(0.1);
  expect(seriesOf(text, 'plat_event_loop_delay_seconds{quantile="1",service="gateway"}')).toBeGreaterThan(0.1);
  expect(text).not.toMatch(/^(process_|plat_event_loop).*service="geo"/m);
});
