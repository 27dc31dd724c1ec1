import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './distributed-plat.ts';

const COMPOSE = join(ROOT, 'infra', 'compose');
const alerts: string[] = parse(readFileSync(join(COMPOSE, 'alerts.yml'), 'utf8')).groups.flatMap(
  (group: { rules: { alert: string }[] }) => group.rules.map(({ alert }) => alert),
);

const PROMTOOL_MS = 180_000;
const promtool = Bun.which('promtool');
test.skipIf(promtool === null)(
  'Prometheus accepts the rules, and each alert fires only when it should',
  () => {
    const file = join(COMPOSE, 'alerts.test.yml');
    // promtool creates and drops a database per case. Less garbage collection and no parallelism save a third.
    const env = { ...process.env, GOGC: '800', GOMAXPROCS: '1' };
    const result = Bun.spawnSync([promtool ?? '', 'test', 'rules', file], { env });
    expect([result.exitCode, result.stderr.toString()]).toEqual([0, '']);
    const tried = parse(readFileSync(file, 'utf8')).tests.flatMap(
      (one: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }) =>
        one.alert_rule_test.filter(({ exp_alerts = [] }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
    );
    expect([...new Set(tried)].sort()).toEqual(alerts.toSorted());
  },
  PROMTOOL_MS,
);
