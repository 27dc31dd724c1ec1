import { dealsNear, servingDataset } from '@plat/dataset';
import { type Benchmark, median, percentile } from './benchmark.ts';
import { createMarket, DEALS_PER_TOWN, defaultQuery, type PublishedMarket } from './generated-market.ts';
import { startPrivateServer } from './private-server.ts';

const RADIUS_MILES = 2;

interface Market extends PublishedMarket {
  answerMs: number[];
}

const ask = async (market: Market, index: number) =>
  dealsNear(await servingDataset(market.sql, 'live'), { ...market.points[index]!, ...defaultQuery(RADIUS_MILES) });

export const searchGrowth: Benchmark = {
  name: 'growth',
  async run(sizes, tell) {
    const server = await startPrivateServer({ isDurable: false });
    if (server === null) {
      tell('postgresql-15 is not installed: skipping the growth benchmark.');
      return [];
    }
    const markets: Market[] = [];
    try {
      for (const deals of sizes.growth) {
        tell(`generating ${deals} deals, ${DEALS_PER_TOWN} per town`);
        markets.push({ ...(await createMarket(server, deals, sizes.queries)), answerMs: [] });
      }
      tell(`${sizes.queries} buyer searches at ${RADIUS_MILES} miles in each, in turn`);
      for (let index = 0; index < sizes.queries; index++) {
        for (const market of markets) {
          await ask(market, index);
          const started = performance.now();
          await ask(market, index);
          market.answerMs.push(performance.now() - started);
        }
      }
      const [smallest] = markets;
      return markets.slice(1).map((market) => ({
        what: `buyer search, ${count(market.deals)} deals against ${count(smallest!.deals)}`,
        figures: `${figures(market)} / ${figures(smallest!)}`,
        ratio: median(market.answerMs) / median(smallest!.answerMs),
        goal: { atMost: 1.3 },
      }));
    } finally {
      for (const market of markets) await market.sql.end({ timeout: 5 });
      await server.stop();
    }
  },
};

const count = (value: number): string => new Intl.NumberFormat('en-US').format(value);
const figures = ({ answerMs }: Market): string =>
  `${median(answerMs).toFixed(2)} ms (p99 ${percentile(answerMs, 0.99).toFixed(2)})`;
