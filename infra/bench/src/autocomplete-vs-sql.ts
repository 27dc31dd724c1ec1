import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPgbench, pgbenchOf } from './autocomplete-load.ts';
import { publishAddresses } from './autocomplete-market.ts';
import { typedSearches } from './autocomplete-searches.ts';
import { type Benchmark, median, type Result } from './benchmark.ts';
import { httpLoadOf, type Load } from './http-load.ts';
import { startPrivateServer } from './private-server.ts';
import { startPlat } from './started-plat.ts';

const CLIENTS = [1, 4, 8];
const ROUNDS = 3;
const SECONDS = 5;
const WARM_UP_SECONDS = 10;
/** pgbench takes at most 128 scripts, one search each. */
const SEARCHES = 120;

/**
 * Compares autocomplete over HTTP with a key, through the gateway and the geo service of a Plat started as
 * operators do, with the same statements by pgbench on the same server. Alternating rounds, the same number of
 * clients, all on one machine.
 */
export const autocompleteVsSql: Benchmark = {
  name: 'autocomplete',
  async run(_sizes, tell) {
    const server = hasPgbench() ? await startPrivateServer({ isDurable: false }) : null;
    if (server === null) {
      tell('postgresql-15 with pgbench is not installed: skipping the autocomplete benchmark.');
      return [];
    }
    const folder = await mkdtemp(join(tmpdir(), 'plat-bench-autocomplete-'));
    try {
      tell('generating addresses');
      const addresses = await publishAddresses(server.sql);
      const searches = await typedSearches(server.sql, SEARCHES);
      const statements = searches.reduce((sum, one) => sum + one.statements.length, 0) / searches.length;
      const unanswered = searches.filter(({ found }) => found === 0).length;
      tell(
        `${count(addresses)} addresses, ${SEARCHES} search strings of ${statements.toFixed(2)} statements each, ` +
          `${unanswered} of them without a result; ${ROUNDS} rounds of ${SECONDS} s a side for ${CLIENTS.join(', ')} clients`,
      );
      const plat = await startPlat(server.url, folder);
      try {
        const bare = await pgbenchOf(searches, server.url, folder);
        const bodies = searches.map(({ searchString }) => JSON.stringify({ search_string: searchString }));
        const http = await httpLoadOf({ ...plat, path: '/v1/autocomplete', bodies }, folder);
        await http({ clients: Math.max(...CLIENTS), seconds: WARM_UP_SECONDS });
        const results: Result[] = [];
        for (const clients of CLIENTS) {
          const loads: { bare: Load; http: Load }[] = [];
          for (let round = 0; round < ROUNDS; round++) {
            loads.push({
              bare: await bare({ clients, seconds: SECONDS }),
              http: await http({ clients, seconds: SECONDS }),
            });
          }
          const over = (figure: (one: (typeof loads)[number]) => number) => median(loads.map(figure));
          const platPerSecond = over((one) => one.http.perSecond);
          const barePerSecond = over((one) => one.bare.perSecond);
          results.push({
            what: `autocomplete through the gateway against its bare SQL, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
            figures:
              `${count(platPerSecond)}/s (p50 ${over((one) => one.http.p50Ms).toFixed(2)}, ` +
              `p99 ${over((one) => one.http.p99Ms).toFixed(2)} ms) / ${count(barePerSecond)}/s`,
            ratio: platPerSecond / barePerSecond,
            goal: { atLeast: 0.5 },
          });
        }
        return results;
      } finally {
        await plat.stop();
      }
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const count = (value: number): string => new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format(value);
