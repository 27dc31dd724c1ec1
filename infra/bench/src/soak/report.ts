import { percentile } from '../benchmark.ts';
import { KINDS } from './mixed-requests.ts';
import type { Measured, SoakResult } from './run-soak.ts';

const MB = 1024 * 1024;
const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(0)} MB`;

const BOUNDED: readonly Measured[] = ['Plat', 'PostgreSQL'];

/** Errors by message, with their count. */
function errorsOf({ outcomes }: Pick<SoakResult, 'outcomes'>): Map<string, number> {
  const errors = new Map<string, number>();
  for (const { kind, error } of outcomes) {
    if (error === null) continue;
    const line = `${kind}: ${error}`;
    errors.set(line, (errors.get(line) ?? 0) + 1);
  }
  return errors;
}

/** All failures of a run, one plain line each. */
export function failuresOf(result: SoakResult, maxGrowthBytes: number): string[] {
  const failures = [...errorsOf(result)].map(([line, count]) => `${count} times ${line}`);
  if (result.unfinished > 0)
    failures.push(`${result.unfinished} background searches did not finish or sent no webhook`);
  if (!result.isUsageRight) failures.push('counters differ from the ledger, or reservations remain');
  for (const name of BOUNDED) {
    const { grownBytes } = result.memory[name];
    if (grownBytes <= maxGrowthBytes) continue;
    failures.push(
      `${name} grew by ${megabytes(grownBytes)} after the warm-up; ${megabytes(maxGrowthBytes)} are allowed`,
    );
  }
  return failures;
}

/** The figures as Markdown tables. */
export function soakReport(result: SoakResult): string {
  const { outcomes, perSecond, seconds, memory, accepted, loadAverages } = result;
  const row = (name: string, latencies: readonly number[], errors: number) => {
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(latencies, share).toFixed(1));
    return `| ${name} | ${latencies.length} | ${p50} | ${p95} | ${p99} | ${errors} |`;
  };
  const ofKind = (wanted: string | null) => outcomes.filter(({ kind }) => wanted === null || kind === wanted);
  const rows = [null, ...KINDS].map((kind) => {
    const some = ofKind(kind);
    return row(
      kind ?? 'all',
      some.map(({ latencyMs }) => latencyMs),
      some.filter(({ error }) => error !== null).length,
    );
  });
  const grown = Object.entries(memory).map(
    ([name, { startBytes, middleBytes, endBytes, grownBytes, bytesPerMinute }]) =>
      `| ${[name, ...[startBytes, middleBytes, endBytes, grownBytes, bytesPerMinute].map(megabytes)].join(' | ')} |`,
  );
  return [
    `${(outcomes.length / seconds).toFixed(0)} requests per second for ${seconds} seconds (${perSecond.toFixed(0)} planned);`,
    `${accepted} background searches, including the warm-up. Latencies count from the due time of a request.`,
    `The load average of the machine was ${loadAverages[0]} before and ${loadAverages[1]} after.`,
    '',
    '| what | requests | p50 ms | p95 ms | p99 ms | errors |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '| memory | start | middle | end | growth after the warm-up | slope per minute |',
    '|---|---|---|---|---|---|',
    ...grown,
  ].join('\n');
}
