import type { Result } from './benchmark.ts';

/** The results as a Markdown table. */
export function resultTable(results: readonly Result[]): string {
  const lines = results.map(({ what, figures, ratio, goal }) => {
    const isMet = 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
    const wanted = 'atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`;
    return `| ${what} | ${figures} | ${ratio.toFixed(2)} | ${wanted} | ${isMet ? 'met' : 'missed'} |`;
  });
  return ['| what | figures | ratio | goal | |', '|---|---|---|---|---|', ...lines].join('\n');
}
