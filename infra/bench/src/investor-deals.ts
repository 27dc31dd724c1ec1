import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Benchmark, median, percentile, type Result } from './benchmark.ts';
import { AS_OF } from './generated-deals.ts';
import { createMarket, type PublishedMarket } from './generated-market.ts';
import { publishOwners } from './generated-owners.ts';
import { type BenchRequest, investorRequests, investorsService } from './investor-requests.ts';
import { startPrivateServer } from './private-server.ts';
import { type StartedPlat, startPlat } from './started-plat.ts';

/** Requests of each kind. A key has a monthly limit, and every request is sent twice. */
const REQUESTS = 100;

const count = (value: number): string => new Intl.NumberFormat('en-US').format(value);
const times = (ms: readonly number[]): string =>
  `p50 ${median(ms).toFixed(2)}, p99 ${percentile(ms, 0.99).toFixed(2)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

interface Side {
  market: PublishedMarket;
  requests: Map<string, BenchRequest[]>;
  service: Awaited<ReturnType<typeof investorsService>>;
}

/** Compares requests through the gateway with the same statements in sequence on one connection. */
async function gatewayRatios({ market, requests, service }: Side, plat: StartedPlat): Promise<Result[]> {
  const ask = async ({ path, body }: BenchRequest, at: number) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': plat.keys[at % plat.keys.length] ?? '' };
    const response = await fetch(`${plat.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${text.slice(0, 200)}`);
  };
  const results: Result[] = [];
  for (const [what, asked] of requests) {
    const httpMs: number[] = [];
    const sqlMs: number[] = [];
    for (const [at, request] of asked.entries()) {
      const statements = await service.ask(request);
      const bare = async () => {
        for (const { text, parameters } of statements) {
          await market.sql.unsafe(text, parameters as never[], { prepare: true });
        }
      };
      await bare();
      sqlMs.push(await timed(bare));
      await ask(request, at);
      httpMs.push(await timed(() => ask(request, at)));
    }
    results.push({
      what: `${what} through the gateway against its bare SQL, ${count(market.deals)} deals, 1 client`,
      figures: `${times(httpMs)} / ${times(sqlMs)}`,
      ratio: median(httpMs) / median(sqlMs),
      goal: { atMost: 10 },
    });
  }
  return results;
}

/** The service over both markets in turn. */
async function growthRatios(small: Side, large: Side): Promise<Result[]> {
  const results: Result[] = [];
  for (const what of large.requests.keys()) {
    const sides = [small, large].map((side) => ({
      ...side,
      asked: side.requests.get(what) ?? [],
      ms: [] as number[],
    }));
    for (let at = 0; at < REQUESTS; at++) {
      for (const { service, asked, ms } of sides) {
        const request = asked[at % asked.length] as BenchRequest;
        await service.ask(request);
        ms.push(await timed(() => service.ask(request)));
      }
    }
    const [few, many] = sides.map(({ ms }) => ms) as [number[], number[]];
    results.push({
      what: `${what}, ${count(large.market.deals)} deals against ${count(small.market.deals)}`,
      figures: `${times(many)} / ${times(few)}`,
      ratio: median(many) / median(few),
      goal: { atMost: 1.3 },
    });
  }
  return results;
}

/** Investor comps and linked deals in the smallest and the largest market of the growth benchmark. */
export const investorDeals: Benchmark = {
  name: 'investor-deals',
  async run(sizes, tell) {
    const server = await startPrivateServer({ isDurable: false });
    if (server === null) {
      tell('postgresql-15 is not installed: skipping the benchmark of investor comps and linked deals.');
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'plat-bench-investors-'));
    const sides: Side[] = [];
    try {
      for (const deals of [Math.min(...sizes.growth), Math.max(...sizes.growth)]) {
        tell(`generating ${count(deals)} deals with their owners`);
        const market = await createMarket(server, deals, Math.min(REQUESTS, sizes.queries));
        await publishOwners(market.sql);
        const requests = await investorRequests(market.sql, market.points);
        sides.push({ market, requests, service: await investorsService(market.sql) });
      }
      const [small, large] = sides as [Side, Side];
      tell(`${large.market.points.length} requests of each kind`);
      const plat = await startPlat(large.market.url, folder, ['--as-of', AS_OF]);
      try {
        return [...(await gatewayRatios(large, plat)), ...(await growthRatios(small, large))];
      } finally {
        await plat.stop();
      }
    } finally {
      for (const { market, service } of sides) {
        await service.close();
        await market.sql.end({ timeout: 5 });
      }
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
