import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { parse } from 'yaml';
import { readComposeFile, withSecrets } from './compose-file.ts';
import { COMPOSE_FILE, ROOT } from './distributed-plat.ts';
import { type Container, manifests } from './manifests.fixture.ts';
import { knownMetrics, metricsOf } from './metric-names.fixture.ts';

const COMPOSE = join(ROOT, 'infra', 'compose');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const text = read(COMPOSE_FILE);
const compose = readComposeFile(text, withSecrets(text, {}));

interface Resources {
  limits: { memory: string };
}

/** Bytes of an amount in the form of Docker (`256mb`) or Kubernetes (`256Mi`); both mean powers of two here. */
function bytesOf(amount: string): number {
  const [, count, unit = ''] = /^(\d+)(m|g)(?:b|i)?$/i.exec(amount) ?? [];
  return Number(count) * (unit.toLowerCase() === 'g' ? 2 ** 30 : 2 ** 20);
}

describe('the compose file', () => {
  /** Linter rules we do not follow: services are ordered from the proxy inwards, and built images have names. */
  const TASTE = [
    ...[
      'services-alphabetical-order',
      'service-keys-order',
      'no-build-and-image',
      'top-level-properties-order',
      'no-quotes-in-volumes',
    ],
    ...['require-quotes-in-ports', 'service-dependencies-alphabetical-order', 'service-ports-alphabetical-order'],
  ];

  test('follows the Compose specification and passes its linter', () => {
    const rules = Object.fromEntries(TASTE.map((rule) => [rule, 0 as const]));
    const [result] = new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles([COMPOSE_FILE], false);
    expect(result?.messages.map(({ rule, line, message }) => `${line} ${rule}: ${message}`)).toEqual([]);
  });

  test('pins every image, and mounts only existing files', () => {
    for (const [name, { image, volumes }] of compose.services) {
      expect([name, image]).toEqual([name, expect.stringMatching(/:[^:]+$/)]);
      for (const source of volumes.map((volume) => volume.split(':')[0] ?? '')) {
        // The operator's import folder need not exist.
        if (!source.startsWith('./') || source === './import') continue;
        expect(readdirSync(join(ROOT, source, '..'))).toContain(source.split('/').at(-1) as string);
      }
    }
  });

  test('grants privileges only to servers whose images start as root', () => {
    const { services } = parse(text, { merge: true });
    const free = Object.entries<{ cap_drop?: string[]; security_opt?: string[] }>(services).filter(
      ([, { cap_drop, security_opt }]) =>
        !cap_drop?.includes('ALL') || !security_opt?.includes('no-new-privileges:true'),
    );
    expect(free.map(([name]) => name)).toEqual(['postgres', 'redis']);
  });

  test('limits the memory of every service, ours as in the cluster', () => {
    const { services } = parse(text, { merge: true });
    const limits = new Map(
      Object.entries<{ mem_limit?: string }>(services).map(([name, { mem_limit = '' }]) => [name, bytesOf(mem_limit)]),
    );
    expect([...limits].filter(([, bytes]) => !(bytes > 0))).toEqual([]);
    const inCluster = manifests().flatMap(({ spec, metadata }) =>
      (spec?.template?.spec.containers ?? []).map(({ resources }: Container & { resources: Resources }) => [
        // There the operator's command is named after its pod.
        metadata.name === 'operator' ? 'plat' : metadata.name,
        bytesOf(resources.limits.memory),
      ]),
    );
    expect(inCluster.length).toBeGreaterThan(8);
    for (const [name, bytes] of inCluster) expect([name, limits.get(name)]).toEqual([name, bytes]);
    const [, , , , , , maxMemory = ''] = services.redis.command;
    expect(limits.get('redis')).toBeGreaterThan(bytesOf(maxMemory));
    const { processors } = parse(read(COMPOSE, 'otel-collector.yml'));
    expect(limits.get('otel-collector')).toBeGreaterThan(processors.memory_limiter.limit_mib * 2 ** 20);
  });

  test('lets only the services that need them reach the database and Redis, and nobody from outside', () => {
    const on = (network: string) =>
      [...compose.services.values()].filter(({ networks }) => networks.includes(network)).map(({ name }) => name);
    const withUrl = (variable: string) =>
      [...compose.services.values()].filter(({ environment }) => variable in environment).map(({ name }) => name);
    expect(on('data').sort()).toEqual([...withUrl('DATABASE_URL'), 'postgres'].sort());
    expect(on('cache').sort()).toEqual([...withUrl('REDIS_URL'), 'redis'].sort());
    const { services, networks } = parse(text, { merge: true });
    for (const network of ['inside', 'data', 'cache']) expect(networks[network].internal).toBe(true);
    const published = Object.entries<{ ports?: string[] }>(services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['proxy', 'grafana']);
    for (const [, { ports }] of published) for (const port of ports ?? []) expect(port).toStartWith('127.0.0.1:');
  });
});

describe('monitoring', () => {
  const dashboard = JSON.parse(read(COMPOSE, 'grafana', 'dashboards', 'plat.json'));
  const expressions: string[] = [
    ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
    ...parse(read(COMPOSE, 'alerts.yml')).groups.flatMap(({ rules }: { rules: { expr: string }[] }) =>
      rules.map(({ expr }) => expr),
    ),
  ];

  test('uses only existing metrics, in valid PromQL', async () => {
    const known = await knownMetrics();
    expect(expressions.length).toBeGreaterThan(10);
    const asked = expressions.flatMap(metricsOf);
    expect(asked.length).toBeGreaterThanOrEqual(expressions.length);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  test('scrapes every service at its port', () => {
    const { scrape_configs: jobs } = parse(read(COMPOSE, 'prometheus.yml'));
    const [{ names, port }] = jobs.find((job: { job_name: string }) => job.job_name === 'plat').dns_sd_configs;
    const ours = [...compose.services.values()].filter(({ build }) => build?.target === 'service');
    expect(names.toSorted()).toEqual(ours.map(({ name }) => name).sort());
    expect(read(ROOT, 'infra', 'Dockerfile')).toContain(`PLAT_PORT=${port}\n`);
    for (const { environment } of ours) expect(environment).not.toHaveProperty('PLAT_PORT');
  });

  test("finds the collector's metrics and the dashboard's data source", () => {
    const { scrape_configs: jobs } = parse(read(COMPOSE, 'prometheus.yml'));
    const [{ names, port }] = jobs.find(
      (job: { job_name: string }) => job.job_name === 'otel-collector',
    ).dns_sd_configs;
    expect(compose.services.has(names[0])).toBe(true);
    const collector = parse(read(COMPOSE, 'otel-collector.yml'));
    expect(collector.exporters.prometheus.endpoint).toBe(`0.0.0.0:${port}`);
    for (const { receivers, processors, exporters } of Object.values<Record<string, string[]>>(
      collector.service.pipelines,
    )) {
      for (const one of receivers ?? []) expect(collector.receivers).toHaveProperty(one);
      for (const one of processors ?? []) expect(collector.processors).toHaveProperty(one);
      for (const one of exporters ?? []) expect(collector.exporters).toHaveProperty(one);
    }
    const { datasources } = parse(read(COMPOSE, 'grafana', 'provisioning', 'datasources', 'prometheus.yml'));
    expect(datasources[0]).toMatchObject({ uid: dashboard.panels[0].datasource.uid, url: 'http://prometheus:9090' });
  });
});
