import { parseArgs } from 'node:util';
import { analytics } from './analytics.ts';
import { autocompleteVsSql } from './autocomplete-vs-sql.ts';
import type { Benchmark, Result, Sizes } from './benchmark.ts';
import { dealsVsPostgis } from './deals-vs-postgis.ts';
import { gatewayVsProxies } from './gateway-vs-proxies.ts';
import { importVsCopy } from './import-vs-copy.ts';
import { investorDeals } from './investor-deals.ts';
import { mapTiles } from './map-tiles.ts';
import { retailCompsBenchmark } from './retail-comps.ts';
import { searchGrowth } from './search-growth.ts';
import { resultTable } from './table.ts';
import { tracing } from './tracing.ts';
import { usageLedger } from './usage-ledger.ts';

const BENCHMARKS: readonly Benchmark[] = [
  dealsVsPostgis,
  importVsCopy,
  autocompleteVsSql,
  retailCompsBenchmark,
  investorDeals,
  searchGrowth,
  analytics,
  mapTiles,
  usageLedger,
  tracing,
  gatewayVsProxies,
];

const HELP = `Usage: bun run bench [options]

Prints a table of ratios, each measured side by side in one run.

  --only NAMES     comma-separated: ${BENCHMARKS.map(({ name }) => name).join(', ')} (all)
  --deals N        deals in the comparison with PostGIS (3000000)
  --queries N      subject points per figure (300)
  --parcels N      parcels of the market that is imported (300000)
  --growth A,B,C   deals of the growth benchmark's markets (100000,1000000,5000000)`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    deals: { type: 'string', default: '3000000' },
    queries: { type: 'string', default: '300' },
    parcels: { type: 'string', default: '300000' },
    growth: { type: 'string', default: '100000,1000000,5000000' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log(HELP);
  process.exit(0);
}

function positive(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(`Not a positive whole number: ${text}\n\n${HELP}`);
  process.exit(2);
}

const sizes: Sizes = {
  deals: positive(values.deals),
  queries: positive(values.queries),
  parcels: positive(values.parcels),
  growth: values.growth.split(',').map(positive),
};
const wanted = values.only?.split(',');
const unknown = wanted?.filter((name) => !BENCHMARKS.some((one) => one.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`No such benchmark: ${unknown.join(', ')}\n\n${HELP}`);
  process.exit(2);
}

const results: Result[] = [];
for (const benchmark of BENCHMARKS) {
  if (wanted !== undefined && !wanted.includes(benchmark.name)) continue;
  results.push(...(await benchmark.run(sizes, (line) => console.error(line))));
}
console.log(resultTable(results));
