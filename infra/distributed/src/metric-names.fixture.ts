import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { ROOT } from './distributed-plat.ts';

/** Of Prometheus itself and of node_exporter, which the compose file runs. */
const OTHERS = ['up', 'node_filesystem_avail_bytes', 'node_filesystem_size_bytes'];
const METRIC =
  /new (Histogram|Counter|Gauge)\(\{\s*name: '([a-z_]+)'|\b(gauge|counting)\(\s*(?:'(?:outcome|reason)',\s*)?'([a-z_]+)'/g;

/** Metric names in our registries, including those derived from a histogram. */
export async function knownMetrics(): Promise<Set<string>> {
  const known = new Set(OTHERS);
  for await (const path of new Bun.Glob('{packages,services}/*/src/**/*.ts').scan({ cwd: ROOT })) {
    const source = readFileSync(join(ROOT, path), 'utf8');
    for (const [, kind, made, , helped] of source.matchAll(METRIC)) {
      const name = made ?? helped ?? '';
      known.add(name);
      if (kind === 'Histogram') for (const end of ['bucket', 'count', 'sum']) known.add(`${name}_${end}`);
    }
  }
  return known;
}

/** @throws Error when the expression is not PromQL. */
export function metricsOf(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to, type }) => {
      if (type.isError) throw new Error(`not PromQL at ${from}: ${expression}`);
      if (name === 'Identifier') names.push(expression.slice(from, to));
    },
  });
  return names;
}
