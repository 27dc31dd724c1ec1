import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Question } from './autocomplete-questions.ts';
import { type Load, output, type Round } from './http-load.ts';

const PGBENCH = '/usr/lib/postgresql/15/bin/pgbench';
/** Whether this machine has what the benchmark needs. */
export const hasPgbench = (): boolean => existsSync(PGBENCH);

/**
 * Prepares pgbench for at most 128 questions, one script each, chosen at random: their statements as they are sent,
 * prepared, with parameters bound from variables. More would have it spend its time on preparing them.
 */
export async function pgbenchOf(questions: readonly Question[], url: string, folder: string) {
  const variables: string[] = [];
  const files: string[] = [];
  for (const [question, { statements }] of questions.entries()) {
    const lines = statements.map(({ text, parameters }, statement) => {
      const name = (parameter: number) => `p${question}_${statement}_${parameter}`;
      parameters.forEach((value, index) => {
        variables.push('-D', `${name(index + 1)}=${Array.isArray(value) ? arrayText(value) : value}`);
      });
      return `${text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_whole, parameter) => `:${name(Number(parameter))}`)};`;
    });
    const file = join(folder, `question-${question}.sql`);
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
