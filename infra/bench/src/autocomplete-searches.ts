import { type AutocompleteResult, autocomplete } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { createGeoApp } from '@plat/geo';
import { readGeoConfig } from '@plat/geo/config';
import { createGeoDeps } from '@plat/geo/deps';
import { createInternalTokens, createServiceClient, hostTableTransport } from '@plat/kit';

export interface Statement {
  text: string;
  parameters: unknown[];
}

/** A search string, and the statements on addresses that its response needs. */
export interface Search {
  searchString: string;
  statements: Statement[];
  /** Number of addresses in the response. */
  found: number;
}

/** Minimum typed characters of the street: `1200 Map`. */
const MIN_STREET_LETTERS = 3;
const TOKEN_SECRET = 'the benchmark calls only its own service';
const BENCHMARK = { keyId: 'bench', keyKind: 'service', companyId: 'plat', userId: null, realm: 'live' } as const;

/**
 * Random addresses of the dataset, each typed up to a random point between the third letter of the street and the
 * end, with the statements that the geo service sends for it.
 */
export async function typedSearches(sql: Sql, count: number): Promise<Search[]> {
  const rows = await sql.begin(async (tx) => {
    await tx`select setseed(0.7)`;
    return tx<{ address: string; house_number: string; share: number }[]>`
      select address, house_number, random() as share from market.address order by md5(property_id::text) limit ${count}`;
  });
  const strings = rows.map(({ address, house_number: house, share }) => {
    const least = house.length + 1 + MIN_STREET_LETTERS;
    return address.slice(0, least + Math.round(share * (address.length - least)));
  });
  return withStatements(sql, strings);
}

async function withStatements(sql: Sql, strings: readonly string[]): Promise<Search[]> {
  let statements: Statement[] = [];
  const listening = new Proxy(sql, {
    get: (target, name, receiver) => {
      if (name !== 'unsafe') return Reflect.get(target, name, receiver);
      return (...call: Parameters<Sql['unsafe']>) => {
        statements.push({ text: call[0], parameters: [...(call[1] ?? [])] });
        return target.unsafe(...call);
      };
    },
  });
  const tokens = createInternalTokens(TOKEN_SECRET);
  const { deps, close } = await createGeoDeps(
    readGeoConfig({ DATABASE_URL: 'postgres://given', PLAT_INTERNAL_SECRET: TOKEN_SECRET, PLAT_LOG_LEVEL: 'error' }),
    { sql: listening, tokens },
  );
  try {
    const app = createGeoApp(deps);
    const transport = hostTableTransport(new Map([['geo.internal', async (request) => app.handle(request)]]));
    const client = createServiceClient({ transport, tokens });
    const searches: Search[] = [];
    for (const searchString of strings) {
      statements = [];
      const call = { body: { search_string: searchString }, principal: BENCHMARK, requestId: 'bench' };
      const found: AutocompleteResult[] = await client.call(autocomplete, call);
      if (statements.length === 0) throw new Error(`autocomplete sent no statement for ${searchString}`);
      searches.push({ searchString, statements, found: found.length });
    }
    return searches;
  } finally {
    await close();
  }
}
