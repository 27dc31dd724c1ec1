import { autocomplete } from '@plat/contracts';
import { connect } from '@plat/db';
import {
  createHttpApp,
  createInternalTokens,
  createLogger,
  createServiceApp,
  createServiceClient,
  hostTableTransport,
  jsonResponse,
  operation,
  type Principal,
} from '@plat/kit';
import { startTracing } from '@plat/telemetry';
import { type Benchmark, median, type Result } from './benchmark.ts';
import { startPrivateServer } from './private-server.ts';

const ROUNDS = 7;
const REQUESTS = 3_000;
const LANES = 16;
const CALLER: Principal = { keyId: 'k', keyKind: 'subscriber', companyId: 'c', userId: null, realm: 'live' };
/** Accepts and discards spans, in a separate process so that its work is not counted. */
const SINK = `const server = Bun.serve({ port: 0, hostname: '127.0.0.1',
  fetch: async (request) => { await request.arrayBuffer(); return Response.json({}); } });
console.log(server.port);`;

/** CPU microseconds of this process per request. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  let left = REQUESTS;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / REQUESTS;
}

/**
 * Compares a gateway, one service and one statement with full tracing, with a tenth of the traces, and without
 * tracing.
 */
export const tracing: Benchmark = {
  name: 'tracing',
  async run(_, tell) {
    const server = await startPrivateServer({ isDurable: false });
    if (server === null) {
      tell('postgresql-15 is not installed: skipping the tracing benchmark.');
      return [];
    }
    const sink = Bun.spawn([process.execPath, '-e', SINK], { stdout: 'pipe' });
    const sql = connect(server.url, { applicationName: 'plat-bench' });
    try {
      const port = new TextDecoder().decode((await sink.stdout.getReader().read()).value).trim();
      const log = createLogger({ name: 'bench', destination: { write: () => {} } });
      const tokens = createInternalTokens('a secret of at least thirty-two bytes');
      const geo = createServiceApp({
        name: 'geo' as const,
        log,
        tokens,
        checkResponses: false,
        operations: [
          operation(autocomplete, async () => {
            await sql`select ${1}::int as one`;
            return [];
          }),
        ],
      });
      const transport = hostTableTransport(new Map([['geo.internal', async (request) => geo.handle(request)]]));
      const client = createServiceClient({ transport, tokens });
      const door = createHttpApp({
        name: 'gateway',
        log,
        routes: [
          {
            method: 'GET' as const,
            path: '/',
            handle: async ({ requestId }) =>
              jsonResponse(
                await client.call(autocomplete, { body: { search_string: '1 Main' }, principal: CALLER, requestId }),
              ),
          },
        ],
      });
      const ask = async () => {
        const response = await door.handle(new Request('http://door.internal/'));
        if (response.status !== 200) throw new Error(`status ${response.status}: ${await response.text()}`);
        return response.arrayBuffer();
      };
      const figures = { off: [] as number[], tenth: [] as number[], all: [] as number[] };
      const traced = async (ratio: number) => {
        const endpoint = `http://127.0.0.1:${port}`;
        const stop = await startTracing({ endpoint, sampler: 'parentbased_traceidratio', ratio });
        // The first spans open the connection to the receiver.
        await cpuOf(ask);
        const cpu = await cpuOf(ask);
        await stop();
        return cpu;
      };
      await cpuOf(ask);
      for (let round = 0; round < ROUNDS; round++) {
        figures.off.push(await cpuOf(ask));
        figures.tenth.push(await traced(0.1));
        figures.all.push(await traced(1));
      }
      const off = median(figures.off);
      const result = (what: string, cpu: number, atMost: number): Result => ({
        what: `a request through two services and one statement, ${what}, against tracing off`,
        figures: `${cpu.toFixed(0)} / ${off.toFixed(0)} µs of CPU`,
        ratio: cpu / off,
        goal: { atMost },
      });
      return [
        result('a tenth of the traces kept', median(figures.tenth), 1.15),
        result('every trace kept', median(figures.all), 1.5),
      ];
    } finally {
      sink.kill();
      await sql.end({ timeout: 5 });
      await server.stop();
    }
  },
};
