import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Search } from './autocomplete-searches.ts';
import { type Load, output, type Round } from './http-load.ts';

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench';
/** True when this machine has everything that the benchmark needs. */
export const hasPgbench = (): boolean => existsSync(PGBENCH);

/**
 * Prepares pgbench for at most 128 searches, one script each, in random order: the original statements, prepared,
 * with bound parameters. With more, it would mostly prepare statements.
 */
export async function pgbenchOf(searches: readonly Search[], url: string, folder: string) {
  const variables: string[] = [];
  const files: string[] = [];
  for (const [search, { statements }] of searches.entries()) {
    const lines = statements.map(({ text, parameters }, statement) => {
      const name = (parameter: number) => `p${search}_${statement}_${parameter}`;
      parameters.forEach((value, index) => {
        variables.push('-D', `${name(index + 1)}=${Array.isArray(value) ? arrayText(value) : value}`);
      });
      return `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_whole, parameter) => `:${name(Number(parameter))}`)};`;
    });
    const file = join(folder, `search-${search}.sql`);
    await writeFile(file, `${lines.join('\n')}\n`);
    files.push('-f', file);
  }
  return async ({ clients, seconds }: Round): Promise<Load> => {
    const load = ['-c', String(clients), '-T', String(seconds), '-M', 'prepared', '-n'];
    const text = await output([PGBENCH, ...load, ...variables, ...files, url]);
    const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN);
    return { perSecond: figure(/tps = ([\d.]+)/), p50Ms: Number.NaN, p99Ms: Number.NaN };
  };
}

const arrayText = (values: readonly unknown[]): string =>
  `{${values.map((value) => JSON.stringify(String(value))).join(',')}}`;
