import type { PrivateServer } from './private-server.ts';

/** Sizes of a run. Small ones give a quick look; the defaults produce the figures of the README. */
export interface Sizes {
  /** Deals in the comparison with PostGIS. */
  deals: number;
  /** Subject points per figure. */
  queries: number;
  /** Parcels of the generated market to import. */
  parcels: number;
  /** Deals of the smallest, middle and largest market of the growth benchmark. */
  growth: readonly number[];
}

/** One line of the table: a ratio measured side by side in one run, and its goal. */
export interface Result {
  what: string;
  /** The two figures behind the ratio, with their units. */
  figures: string;
  ratio: number;
  goal: { atLeast: number } | { atMost: number };
}

export interface Benchmark {
  name: string;
  run(sizes: Sizes, tell: (line: string) => void): Promise<Result[]>;
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** Milliseconds that PostgreSQL reports for executing a prepared statement, without planning and transfer. */
export async function executionMs(server: PrivateServer['sql'], text: string, parameters: unknown[]): Promise<number> {
  const [row] = await server.unsafe<{ 'QUERY PLAN': [{ 'Execution Time': number }] }[]>(
    `explain (analyze, timing off, format json) ${text}`,
    parameters as never[],
  );
  return row!['QUERY PLAN'][0]['Execution Time'];
}
