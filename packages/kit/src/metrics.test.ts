import { expect, test } from 'bun:test';
import { createServiceMetrics, metricsText } from './metrics.ts';

const seriesOf = (text: string, series: string): number => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  if (line === undefined) throw new Error(`no ${series}`);
  return Number(line.slice(series.length));
};

test('requests are in flight from their beginning to their end', async () => {
  const metrics = createServiceMetrics('geo');
  const inFlight = async () => seriesOf(await metricsText([metrics]), 'plat_http_requests_in_flight{service="geo"}');
  expect(await inFlight()).toBe(0);
  metrics.beginRequest();
  metrics.beginRequest();
  metrics.observeRequest('GET', '/v1/usage', 200, 3);
  expect(await inFlight()).toBe(1);
});

test('a process tells its memory, its processor time and how late it is, once for all of its services', async () => {
  const services = [createServiceMetrics('gateway'), createServiceMetrics('geo')] as const;
  await metricsText(services);
  // Lateness is told from one beat to the next: some before it, and some after it.
  await Bun.sleep(200);
  const endMs = performance.now() + 200;
  while (performance.now() < endMs);
  await Bun.sleep(200);
  const text = await metricsText(services);
  expect(seriesOf(text, 'process_resident_memory_bytes{service="gateway"}')).toBeGreaterThan(1e6);
  expect(seriesOf(text, 'process_cpu_seconds_total{service="gateway"}')).toBeGreaterThan(0.1);
  expect(seriesOf(text, 'plat_event_loop_delay_seconds{quantile="1",service="gateway"}')).toBeGreaterThan(0.1);
  expect(text).not.toMatch(/^(process_|plat_event_loop).*service="geo"/m);
});
