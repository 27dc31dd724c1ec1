import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ANALYTICS_STATEMENTS, type Asked, analyticsService, bareScan, bareSql, bodyOf } from './analytics-requests.ts';
import { type Benchmark, executionMs, median, percentile, type Result } from './benchmark.ts';
import { AS_OF } from './generated-deals.ts';
import { createMarket, type PublishedMarket } from './generated-market.ts';
import { startPrivateServer } from './private-server.ts';
import { type StartedPlat, startPlat } from './started-plat.ts';

type Point = PublishedMarket['points'][number];

const count = (value: number): string => new Intl.NumberFormat('en-US').format(value);
const times = (ms: readonly number[]): string =>
  `p50 ${median(ms).toFixed(2)}, p99 ${percentile(ms, 0.99).toFixed(2)} ms`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

/** Cost of counting, sorting and averaging compared with reading the rows, both as reported by PostgreSQL. */
async function scanRatio({ sql, points }: PublishedMarket): Promise<Result> {
  const scanMs: number[] = [];
  const summaryMs: number[] = [];
  for (const point of points) {
    const sides = [
      [bareScan(point), scanMs],
      [ANALYTICS_STATEMENTS['analytics-summary'](point)[0]!, summaryMs],
    ] as const;
    for (const [{ text, parameters }, ms] of sides) {
      await executionMs(sql, text, parameters);
      ms.push(await executionMs(sql, text, parameters));
    }
  }
  return {
    what: 'analytics summary, all discs and metrics at 10 miles, against an index range scan of the same rows',
    figures: `${times(summaryMs)} / ${times(scanMs)}`,
    ratio: median(summaryMs) / median(scanMs),
    goal: { atMost: 10 },
  };
}

/** Queries every place twice and measures the second time: a subscriber key allows a hundred a month. */
async function gatewayRatio(asked: Asked, market: PublishedMarket, plat: StartedPlat): Promise<Result> {
  const httpMs: number[] = [];
  const sqlMs: number[] = [];
  const ask = async (point: Point, at: number) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': plat.keys[at % plat.keys.length] ?? '' };
    const response = await fetch(`${plat.url}/v1/${asked}`, { method: 'POST', headers, body: bodyOf(asked, point) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${asked} answered ${response.status}: ${text.slice(0, 200)}`);
  };
  for (const [at, point] of market.points.entries()) {
    await bareSql(market.sql, asked, point);
    sqlMs.push(await timed(() => bareSql(market.sql, asked, point)));
    await ask(point, at);
    httpMs.push(await timed(() => ask(point, at)));
  }
  return {
    what: `${asked.replace('-', ' ')} through the gateway against its bare SQL, ${count(market.deals)} deals, 1 client`,
    figures: `${times(httpMs)} / ${times(sqlMs)}`,
    ratio: median(httpMs) / median(sqlMs),
    goal: { atMost: 2 },
  };
}

/** The service over both markets in turn. */
async function growthRatio(asked: Asked, small: PublishedMarket, large: PublishedMarket): Promise<Result> {
  const [few, many] = [small, large].map((market) => ({
    market,
    service: analyticsService(market.url),
    ms: [] as number[],
  })) as [Side, Side];
  try {
    for (let at = 0; at < Math.min(small.points.length, large.points.length); at++) {
      for (const { market, service, ms } of [few, many]) {
        await service.ask(asked, market.points[at]!);
        ms.push(await timed(() => service.ask(asked, market.points[at]!)));
      }
    }
  } finally {
    for (const { service } of [few, many]) await service.close();
  }
  return {
    what: `${asked.replace('-', ' ')}, ${count(large.deals)} deals against ${count(small.deals)}`,
    figures: `${times(many.ms)} / ${times(few.ms)}`,
    ratio: median(many.ms) / median(few.ms),
    goal: { atMost: 1.3 },
  };
}

interface Side {
  market: PublishedMarket;
  service: ReturnType<typeof analyticsService>;
  ms: number[];
}

/**
 * Analytics search and summary in the smallest and the largest market of the growth benchmark: compared with their
 * own SQL, with reading the same rows, and with a small market of the same density.
 */
export const analytics: Benchmark = {
  name: 'analytics',
  async run(sizes, tell) {
    const server = await startPrivateServer({ isDurable: false });
    if (server === null) {
      tell('postgresql-15 is not installed: skipping the analytics benchmark.');
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'plat-bench-analytics-'));
    const markets: PublishedMarket[] = [];
    try {
      for (const deals of [Math.min(...sizes.growth), Math.max(...sizes.growth)]) {
        tell(`generating ${count(deals)} deals`);
        markets.push(await createMarket(server, deals, sizes.queries));
      }
      const [small, large] = markets as [PublishedMarket, PublishedMarket];
      tell(`${sizes.queries} places`);
      const results = [await scanRatio(large)];
      const plat = await startPlat(large.url, folder, ['--as-of', AS_OF]);
      try {
        results.push(await gatewayRatio('analytics-summary', large, plat));
        results.push(await gatewayRatio('analytics-search', large, plat));
      } finally {
        await plat.stop();
      }
      results.push(await growthRatio('analytics-summary', small, large));
      results.push(await growthRatio('analytics-search', small, large));
      return results;
    } finally {
      for (const market of markets) await market.sql.end({ timeout: 5 });
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};
