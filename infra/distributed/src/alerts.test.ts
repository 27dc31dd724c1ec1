import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './distributed-plat.ts';
import { knownMetrics, metricsOf } from './metric-names.fixture.ts';

const COMPOSE = join(ROOT, 'infra', 'compose');
const RUNBOOKS = join(ROOT, 'docs', 'operate', 'runbooks');
const known = await knownMetrics();
const SECTIONS = ['What it means', 'See it', 'What to do', 'What not to do', 'How to know it is over'];

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
const rules: Rule[] = parse(readFileSync(join(COMPOSE, 'alerts.yml'), 'utf8')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
const runbooks = readdirSync(RUNBOOKS).map((file) => [file, readFileSync(join(RUNBOOKS, file), 'utf8')] as const);

test('every alert names its runbook, and every runbook its alert', () => {
  expect(runbooks.map(([file]) => file).sort()).toEqual(rules.map(({ alert }) => `${alert}.md`).sort());
  for (const { alert, annotations, labels } of rules) {
    expect(annotations.runbook).toBe(`docs/operate/runbooks/${alert}.md`);
    expect(['critical', 'warning']).toContain(labels.severity);
  }
});

describe.each(runbooks)('%s', (file, text) => {
  test('explains the alert, how to see it, what to do and not to do, and when it is over', () => {
    expect(text).toStartWith(`# ${file.replace('.md', '')}\n`);
    const parts = text.split('\n## ').slice(1);
    expect(parts.map((part) => part.slice(0, part.indexOf('\n')))).toEqual(SECTIONS);
    for (const part of parts) expect(part.slice(part.indexOf('\n')).trim().length).toBeGreaterThan(20);
  });

  test('uses existing metrics in valid PromQL, and links to existing pages', () => {
    const queries = [...text.matchAll(/query instant \S+ '([^']+)'/g)].map(([, query = '']) => query);
    const named = [...text.matchAll(/`(plat_[a-z_]+)/g)].map(([, name = '']) => name);
    expect([...queries.flatMap(metricsOf), ...named].filter((name) => !known.has(name))).toEqual([]);
    for (const [, page = ''] of text.matchAll(/\]\((Plat\w+\.md)\)/g)) {
      expect(runbooks.map(([one]) => one)).toContain(page);
    }
  });
});
