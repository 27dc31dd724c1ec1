import { expect, test } from 'bun:test';
import { startCollector } from '@plat/telemetry/testing';
import { ConfigError } from './config.ts';
import { jsonResponse } from './http/responses.ts';
import { createHttpApp } from './http-app.ts';
import { createLogger } from './logger.ts';
import { readTracingSettings, traceAsConfigured } from './tracing.ts';

const logged = (): { lines: string[]; app: ReturnType<typeof createHttpApp> } => {
  const lines: string[] = [];
  const app = createHttpApp({
    name: 'gateway',
    log: createLogger({ name: 'gateway', destination: { write: (line) => void lines.push(line) } }),
    routes: [
      { method: 'GET', path: '/fine', operation: 'fine', handle: async () => jsonResponse({}) },
      {
        method: 'GET',
        path: '/broken',
        handle: async () => {
          throw new Error('a fault of ours');
        },
      },
    ],
  });
  return { lines, app };
};

test.each([
  ['GET', '/fine', 200, undefined],
  ['GET', '/broken', 500, 'INTERNAL'],
  ['POST', '/fine', 405, 'METHOD_NOT_ALLOWED'],
  ['GET', '/nowhere', 404, 'NOT_FOUND'],
  ['DELETE', '/%ZZ', 404, 'NOT_FOUND'],
])('%s %s is exactly one line, with status and code', async (method, path, status, code) => {
  const { lines, app } = logged();
  await app.handle(new Request(`http://plat.internal${path}`, { method, headers: { 'x-request-id': 'r-1' } }));
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  expect(requests).toMatchObject([{ requestId: 'r-1', method, status, ...(code === undefined ? {} : { code }) }]);
});

test('a process traces when its environment names a receiver, and sends its spans before it exits', async () => {
  const collector = startCollector();
  const { lines, app } = logged();
  const ask = () => app.handle(new Request('http://plat.internal/fine'));
  const off = await traceAsConfigured({});
  await ask();
  await off();
  const end = await traceAsConfigured({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  await ask();
  await end();
  await ask();
  await collector.stop();
  expect(collector.spans).toMatchObject([
    {
      service: 'gateway',
      name: 'GET /fine',
      attributes: { 'http.response.status_code': 200, 'plat.operation': 'fine' },
    },
  ]);
  const traced = lines.map((line) => JSON.parse(line).traceId);
  expect(traced).toEqual([undefined, collector.spans[0]?.traceId, undefined]);
});

test('reports mistakes in the tracing variables', () => {
  expect(() => readTracingSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })).toThrow(ConfigError);
  expect(() => readTracingSettings({ OTEL_TRACES_SAMPLER: 'sometimes' })).toThrow('must be one of always_on');
  expect(() => readTracingSettings({ OTEL_TRACES_SAMPLER_ARG: '7' })).toThrow('OTEL_TRACES_SAMPLER_ARG');
});
