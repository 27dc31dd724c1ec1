import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createKey } from '@plat/accounts/operator';
import { startTracing } from '@plat/telemetry';
import { type Collector, startCollector } from '@plat/telemetry/testing';
import { type ServedMarket, serveSampleMarket } from './served-market.fixture.ts';

const START_MS = 120_000;
const WAIT_MS = 30_000;
const CALLERS_TRACE = '0af7651916cd43dd8448eb211c80319c';
const SECRET_WORDS = 'opaque words of the receiver';
/** Kind of a span in OTLP. */
const SERVER = 2;
const SAMPLED = { sampler: 'always_on', ratio: 1 } as const;

// biome-ignore lint/suspicious/noExplicitAny: lines of several kinds
type Line = any;

let served: ServedMarket;
let collector: Collector;
let stopTracing: () => Promise<void>;
let address: string;
let key: string;
let keyId: string;
const lines: string[] = [];

beforeAll(async () => {
  const logTo = { write: (line: string) => void lines.push(line) };
  served = await serveSampleMarket({ receiver: 'localhost', logLevel: 'info', logTo });
  address = served.address;
  const owner = { kind: 'subscriber', name: 'Acme', companyName: 'Acme' } as const;
  const made = await createKey(served.operator, 'operator:test', owner);
  key = made.key;
  keyId = made.record.id;
  collector = startCollector();
  stopTracing = await startTracing({ endpoint: collector.url, ...SAMPLED });
}, START_MS);
afterAll(async () => {
  await served?.close();
  await collector?.stop();
}, START_MS);

const linesOf = (requestId: string): Line[] =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId);
/** All log lines of a request once the gateway has logged: the response may arrive earlier. */
const linesOnceEnded = async (requestId: string): Promise<Line[]> => {
  await until(() => linesOf(requestId).find(({ msg, service }) => msg === 'request' && service === 'gateway'));
  return linesOf(requestId);
};

async function until<T>(find: () => T | undefined): Promise<T> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await Bun.sleep(20)) {
    const found = find();
    if (found !== undefined) return found;
  }
  throw new Error('it did not happen in time');
}

const search = (requestId: string, more: object = {}) =>
  fetch(`${served.url}/v1/buyer-search`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      'x-request-id': requestId,
      traceparent: `00-${CALLERS_TRACE}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ address, ...more }),
  });

test('a request logs one line per service, all under its id, with their costs', async () => {
  const response = await search('req-waited');
  expect(response.status).toBe(200);
  const buyers = (await response.json()) as unknown[];
  const requests = (await linesOnceEnded('req-waited')).filter(({ msg }) => msg === 'request');
  const of = (service: string): Line[] => requests.filter((line) => line.service === service);
  expect(of('gateway')).toHaveLength(1);
  const [gateway] = of('gateway');
  const [investors] = of('investors').filter(({ operation }) => operation === 'buyerSearch');
  expect(gateway).toMatchObject({
    operation: 'buyerSearch',
    status: 200,
    keyId,
    quota: 'granted',
    usage: 'counted',
    minuteLeft: expect.any(Number),
    monthLeft: expect.any(Number),
    caches: { keys: { hits: 0, misses: 1 } },
    companyId: expect.any(String),
  });
  expect(gateway.deadlineLeftMs).toBeGreaterThan(1_000);
  expect(gateway.calls.map(({ service, operation, status }: Line) => `${service} ${operation} ${status}`)).toEqual([
    'accounts verifyKey 200',
    'investors identifySearchedProperty 200',
    'accounts reserveUsage 200',
    'investors buyerSearch 200',
    'accounts commitUsage 200',
  ]);
  expect(investors).toMatchObject({ keyId, companyId: gateway.companyId, status: 200, resultCount: buyers.length });
  expect(investors.sqlCount).toBeGreaterThan(2);
  expect(investors.sqlMs).toBeGreaterThan(0);
  expect(investors.deadlineLeftMs).toBeGreaterThan(1_000);
  // The address is resolved once, to identify the property; the search gets the result.
  expect(of('geo').map(({ operation }) => operation)).toEqual(['resolveAddress']);
  const callsBy = (operation: string) => of('investors').find((line) => line.operation === operation).calls ?? [];
  expect(callsBy('identifySearchedProperty').map(({ operation }: Line) => operation)).toEqual(['resolveAddress']);
  expect(callsBy('buyerSearch')).toEqual([]);
  // For shared calls the line has the request ids that accounts logged.
  const shared = gateway.calls.filter(({ requestId }: Line) => requestId !== undefined);
  expect(shared).toHaveLength(2);
  for (const { requestId, operation } of shared) {
    expect(linesOf(requestId).map((line) => [line.service, line.operation])).toEqual([['accounts', operation]]);
  }
});

test("a failure logs one line with the caller's error code", async () => {
  const refused = await fetch(`${served.url}/v1/buyer-search`, {
    method: 'POST',
    headers: { 'x-api-key': 'plat_sub_nobodys', 'content-type': 'application/json', 'x-request-id': 'req-refused' },
    body: '{}',
  });
  const { code } = (await refused.json()) as { code: string };
  const requests = (await linesOnceEnded('req-refused')).filter(
    ({ msg, service }) => msg === 'request' && service === 'gateway',
  );
  expect(requests).toMatchObject([{ status: 401, code }]);
  expect((await search('req-invalid', { radius_miles: -1 })).status).toBe(400);
  const [invalid, ...others] = (await linesOnceEnded('req-invalid')).filter(({ service }) => service === 'gateway');
  expect(invalid).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', keyId });
  expect(others).toEqual([]);
});

test(
  'a background search and its webhook log one line per job under the id of their request',
  async () => {
    const wish = { async: true, webhook_url: served.receiver.url('/told'), webhook_secret: SECRET_WORDS };
    const traceId = expect.stringMatching(/^[0-9a-f]{32}$/);
    expect((await search('req-background', wish)).status).toBe(202);
    const jobs = () => linesOf('req-background').filter(({ msg }) => msg === 'job ended');
    const done = (name: string) => jobs().find(({ job, outcome }) => job === name && outcome === 'done');
    // The webhook may be sent before the search logs its end.
    for (const name of ['search.run', 'webhook.deliver']) await until(() => done(name));
    expect(jobs()).toHaveLength(2);
    expect(done('search.run')).toMatchObject({ service: 'investors', sqlCount: expect.any(Number), traceId });
    // The request resolved the address and left it with the job.
    expect(done('search.run').calls ?? []).toEqual([]);
    expect(done('webhook.deliver')).toMatchObject({ sqlCount: expect.any(Number), traceId });
    expect(linesOf('req-background').filter(({ msg }) => msg === 'webhook called')).toHaveLength(1);
    const asked = linesOf('req-background').filter(({ service }) => service === 'accounts');
    expect(asked.map(({ operation }) => operation)).toContain('keyStanding');
  },
  WAIT_MS * 2,
);

test(
  'a trace runs from the gateway through the service to its statements, without secrets or personal data',
  async () => {
    await stopTracing();
    const { spans, bodies } = collector;
    const gateway = spans.find(
      ({ service, kind, attributes }) =>
        service === 'gateway' && kind === SERVER && attributes['plat.request_id'] === 'req-waited',
    )!;
    expect(gateway).toMatchObject({ service: 'gateway', name: 'POST /v1/buyer-search', parentSpanId: undefined });
    expect(gateway.traceId).not.toBe(CALLERS_TRACE);
    expect(gateway.links).toMatchObject([{ traceId: CALLERS_TRACE }]);
    const trace = spans.filter(({ traceId }) => traceId === gateway.traceId);
    const parentOf = (span: { parentSpanId: string | undefined }) =>
      trace.find(({ spanId }) => spanId === span.parentSpanId);
    const pathOf = (span: (typeof trace)[number]): string[] => {
      const parent = parentOf(span);
      return [...(parent === undefined ? [] : pathOf(parent)), `${span.service}: ${span.name}`];
    };
    const paths = new Set(trace.map((span) => pathOf(span).join(' > ')));
    const door = 'gateway: POST /v1/buyer-search';
    for (const path of [
      `${door} > gateway: key and minute limit > gateway: accounts verifyKey > accounts: POST /internal/verify-key > accounts: select`,
      `${door} > gateway: monthly reservation > gateway: usage reserve > gateway: accounts reserveUsage > accounts: POST /internal/usage/reserve > accounts: transaction`,
      `${door} > gateway: investors buyerSearch > investors: POST /v1/buyer-search > investors: select`,
      `${door} > gateway: monthly reservation > gateway: investors identifySearchedProperty > investors: POST /internal/searched-property > investors: geo resolveAddress > geo: POST /internal/resolve-address > geo: select`,
      `${door} > gateway: monthly commit > gateway: usage commit > gateway: accounts commitUsage > accounts: POST /internal/usage/commit > accounts: transaction`,
    ]) {
      expect(paths).toContain(path);
    }
    // Every span has its parent in the trace.
    expect(trace.filter((span) => span !== gateway && parentOf(span) === undefined)).toEqual([]);

    const job = spans.find(({ name }) => name === 'job webhook.deliver')!;
    expect(job.attributes['plat.request_id']).toBe('req-background');
    expect(job.links).toHaveLength(1);
    expect(spans.find(({ name }) => name === 'webhook')).toMatchObject({ parentSpanId: job.spanId });

    const everything = bodies.join('\n');
    for (const secret of [key, address, address.split(',')[0]!, SECRET_WORDS, 'example.com', 'Bearer', '555-01']) {
      expect(everything).not.toContain(secret);
    }
    expect(everything).not.toMatch(/[\w.+-]+@[\w-]+\.\w+/);
  },
  WAIT_MS * 2,
);

test('/metrics shows every service of the process, and shared metrics once', async () => {
  const text = await (await fetch(`${served.url}/metrics`)).text();
  const lines = text.split('\n');
  const services = [...text.matchAll(/^plat_process_start_timestamp_seconds\{service="(\w+)"\}/gm)].map(
    ([, name]) => name,
  );
  expect(services.toSorted()).toEqual([
    'accounts',
    'analytics',
    'automation',
    'console',
    'gateway',
    'geo',
    'investors',
    'valuation',
  ]);
  // Alerts need these metrics of services behind the gateway.
  for (const name of ['plat_usage_holds_lapsed_total', 'plat_webhook_oldest_due_seconds', 'plat_dataset_age_days']) {
    expect([name, lines.some((line) => line.startsWith(name))]).toEqual([name, true]);
  }
  expect(text).toMatch(/^plat_http_request_duration_seconds_count\{.*service="investors".*\} [1-9]/m);
  const pools = [...text.matchAll(/^plat_database_connections\{(.*)\}/gm)].map(([, labels]) => labels);
  expect(pools.length).toBeGreaterThan(0);
  expect(pools.filter((labels) => !labels?.includes('service="gateway"'))).toEqual([]);
  const described = lines.filter((line) => line.startsWith('# TYPE '));
  expect(new Set(described).size).toBe(described.length);
});
