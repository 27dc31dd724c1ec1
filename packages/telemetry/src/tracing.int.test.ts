import { afterEach, expect, test } from 'bun:test';
import { runInScope } from './scope.ts';
import { beginScope, currentTraceparent, inSpan, type Origin, SpanKind } from './spans.ts';
import { startCollector, startStopwatch } from './testing/index.ts';
import { startTracing, tracingCounts } from './tracing.ts';
import type { SamplerName } from './tracing-settings.ts';
import { newWork } from './work.ts';

const ends: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function tracing(sampler: SamplerName = 'always_on', ratio = 1) {
  const collector = startCollector();
  const stop = await startTracing({ endpoint: collector.url, sampler, ratio });
  ends.push(collector.stop);
  return { collector, stop };
}

async function request(origin?: Origin, run: () => Promise<unknown> = async () => {}): Promise<string | undefined> {
  const scope = beginScope(newWork('r-1'), 'gateway', () => ({ name: 'GET /x', kind: SpanKind.SERVER, origin }));
  const traceparent = await runInScope(scope, async () => {
    await run();
    return currentTraceparent();
  });
  scope.span?.end();
  return traceparent;
}

const CALLERS = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('a part of a request becomes a child span, and a failed one shows its code but not its message', async () => {
  const { collector, stop } = await tracing();
  await request(undefined, () =>
    inSpan('stage', () =>
      inSpan('inner', async () => {
        throw Object.assign(new Error('quotes ruth@example.com'), { code: 'EXAMPLE' });
      }),
    ).catch(() => {}),
  );
  await stop();
  const [inner, stage, outer] = ['inner', 'stage', 'GET /x'].map((name) =>
    collector.spans.find((s) => s.name === name),
  );
  expect(inner).toMatchObject({ parentSpanId: stage!.spanId, statusCode: 2, attributes: { 'error.type': 'EXAMPLE' } });
  expect(stage).toMatchObject({ parentSpanId: outer!.spanId, traceId: outer!.traceId, service: 'gateway' });
  expect(outer!.parentSpanId).toBeUndefined();
  expect(collector.bodies.join()).not.toContain('ruth@');
});

test('continues a trace of another service, links that of a caller, and ignores an invalid one', async () => {
  const { collector, stop } = await tracing();
  const goesOn = await request({ traceparent: CALLERS, as: 'parent' });
  const linked = await request({ traceparent: CALLERS, as: 'link' });
  const unusable = await request({ traceparent: `${CALLERS}<script>`, as: 'parent' });
  await stop();
  expect(goesOn).toContain('0af7651916cd43dd8448eb211c80319c');
  expect(linked).not.toContain('0af7651916cd43dd8448eb211c80319c');
  const [first, second, third] = collector.spans;
  expect(first).toMatchObject({ parentSpanId: 'b7ad6b7169203331', links: [] });
  expect(second).toMatchObject({ parentSpanId: undefined, links: [{ spanId: 'b7ad6b7169203331' }] });
  expect(third).toMatchObject({ parentSpanId: undefined, links: [] });
  expect(unusable).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
});

test('a caller cannot force tracing: links do not affect sampling', async () => {
  const { collector, stop } = await tracing('parentbased_always_off');
  expect(await request({ traceparent: CALLERS, as: 'link' })).toEndWith('-00');
  expect(await request({ traceparent: CALLERS, as: 'parent' })).toEndWith('-01');
  await stop();
  expect(collector.spans.map(({ parentSpanId }) => parentSpanId)).toEqual(['b7ad6b7169203331']);
});

test('keeps the share of traces that the sampler sets', async () => {
  const { collector, stop } = await tracing('parentbased_traceidratio', 0.25);
  for (let n = 0; n < 2_000; n++) await request();
  await stop();
  expect(collector.spans.length).toBeGreaterThan(380);
  expect(collector.spans.length).toBeLessThan(620);
});

test("a span names its replica and carries the environment's resource attributes", async () => {
  process.env.OTEL_RESOURCE_ATTRIBUTES = 'k8s.pod.name=gateway-0,service.name=other';
  ends.push(async () => void delete process.env.OTEL_RESOURCE_ATTRIBUTES);
  const { collector, stop } = await tracing();
  await request();
  await stop();
  const resource = JSON.parse(collector.bodies[0]!).resourceSpans[0].resource.attributes as {
    key: string;
    value: { stringValue: string };
  }[];
  const attributes = Object.fromEntries(resource.map(({ key, value }) => [key, value.stringValue]));
  expect(attributes).toEqual({
    'service.name': 'gateway',
    'service.namespace': 'plat',
    'k8s.pod.name': 'gateway-0',
    'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test('traces nothing when no receiver is configured', async () => {
  expect(await request()).toBeUndefined();
});

test('a receiver that hangs or refuses delays no request, and shutdown waits for it at most three seconds', async () => {
  const hanging = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => Bun.sleep(60_000).then(() => new Response()),
  });
  ends.push(() => hanging.stop(true));
  const stop = await startTracing({ endpoint: hanging.url.origin, sampler: 'always_on', ratio: 1 });
  const [cpuBefore, lostBefore] = [process.cpuUsage(), tracingCounts().failed];
  for (let n = 0; n < 20_000; n++) await request();
  const { user, system } = process.cpuUsage(cpuBefore);
  expect((user + system) / 1_000).toBeLessThan(5_000);
  // The queue holds no more; the rest is counted as failed.
  expect(tracingCounts().failed - lostBefore).toBeGreaterThanOrEqual(20_000 - 4_096);
  expect(tracingCounts().waiting).toBeGreaterThan(0);
  expect(tracingCounts().waiting).toBeLessThanOrEqual(4_096);
  using stopping = startStopwatch();
  await stop();
  expect(stopping.elapsedMs()).toBeLessThan(4_000);

  const before = tracingCounts().failed;
  const refused = await startTracing({ endpoint: 'http://127.0.0.1:9', sampler: 'always_on', ratio: 1 });
  await request();
  await refused();
  expect(await request()).toBeUndefined();
  while (tracingCounts().failed === before) await Bun.sleep(20);
}, 60_000);
