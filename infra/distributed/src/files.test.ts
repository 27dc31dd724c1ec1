import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_ENDPOINTS } from '@plat/contracts';
import { DCLinter } from 'dclint';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { readComposeFile, withSecrets } from './compose-file.ts';
import { COMPOSE_FILE, ROOT } from './distributed-plat.ts';
import { type Container, environmentOf, KUBERNETES, type Manifest, manifests } from './manifests.fixture.ts';
import { knownMetrics, metricsOf } from './metric-names.fixture.ts';

const COMPOSE = join(ROOT, 'infra', 'compose');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const text = read(COMPOSE_FILE);
const compose = readComposeFile(text, withSecrets(text, {}));

interface Resources {
  limits: { memory: string };
}

/** Of an amount as Docker (`256mb`) or Kubernetes (`256Mi`) writes it: both count in powers of two here. */
function bytesOf(amount: string): number {
  const [, count, unit = ''] = /^(\d+)(m|g)(?:b|i)?$/i.exec(amount) ?? [];
  return Number(count) * (unit.toLowerCase() === 'g' ? 2 ** 30 : 2 ** 20);
}

describe('the compose file', () => {
  /** Matters of taste: the order is from the door inwards, and what is built here has a name. */
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

  test('follows the Compose specification and what its linter knows', () => {
    const rules = Object.fromEntries(TASTE.map((rule) => [rule, 0 as const]));
    const [result] = new DCLinter({ rules, quiet: false, debug: false, exclude: [] }).lintFiles([COMPOSE_FILE], false);
    expect(result?.messages.map(({ rule, line, message }) => `${line} ${rule}: ${message}`)).toEqual([]);
  });

  test('pins every image, and mounts only files that there are', () => {
    for (const [name, { image, volumes }] of compose.services) {
      expect([name, image]).toEqual([name, expect.stringMatching(/:[^:]+$/)]);
      for (const source of volumes.map((volume) => volume.split(':')[0] ?? '')) {
        // What an operator wants to import need not be there.
        if (!source.startsWith('./') || source === './import') continue;
        expect(readdirSync(join(ROOT, source, '..'))).toContain(source.split('/').at(-1) as string);
      }
    }
  });

  test('gives privileges to nobody but the servers whose images begin as root', () => {
    const { services } = parse(text, { merge: true });
    const free = Object.entries<{ cap_drop?: string[]; security_opt?: string[] }>(services).filter(
      ([, { cap_drop, security_opt }]) =>
        !cap_drop?.includes('ALL') || !security_opt?.includes('no-new-privileges:true'),
    );
    expect(free.map(([name]) => name)).toEqual(['postgres', 'redis']);
  });

  test('bounds the memory of everything, of what is ours as the cluster does', () => {
    const { services } = parse(text, { merge: true });
    const limits = new Map(
      Object.entries<{ mem_limit?: string }>(services).map(([name, { mem_limit = '' }]) => [name, bytesOf(mem_limit)]),
    );
    expect([...limits].filter(([, bytes]) => !(bytes > 0))).toEqual([]);
    const inCluster = manifests().flatMap(({ spec, metadata }) =>
      (spec?.template?.spec.containers ?? []).map(({ resources }: Container & { resources: Resources }) => [
        // The command of the operator has the name of its pod there.
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

  test('lets nothing reach the database or Redis but what has business there, and nobody from outside', () => {
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

describe('Kubernetes manifests', () => {
  const MODELS = { Deployment, StatefulSet, HorizontalPodAutoscaler, Job, Ingress, NetworkPolicy, PodDisruptionBudget };
  // biome-ignore lint/suspicious/noExplicitAny: every kind of object
  const models: Record<string, new (data: any) => { validate(): void }> = { ...MODELS, ConfigMap, Namespace, Service };
  const all = manifests();
  const named = all.map((one) => [`${one.file} ${one.kind} ${one.metadata.name}`, one] as const);
  const deployments = all.filter(({ kind }) => kind === 'Deployment');

  test.each(named)('%s is valid, and has no field that Kubernetes does not know', (_name, manifest) => {
    const { file: _, ...object } = manifest;
    const Model = models[manifest.kind];
    expect(Model).toBeDefined();
    expect(unknownFields(Model!, object)).toEqual([]);
  });

  test('a field with a typing error in it is noticed', () => {
    const { file: _, ...deployment } = structuredClone(deployments[0]!);
    deployment.spec.template.spec.containers[0].readinesProbe = {};
    expect(unknownFields(Deployment, deployment)).toEqual(['.spec.template.spec.containers.0.readinesProbe']);
  });

  test.each(deployments.map((one) => [one.metadata.name, one] as const))(
    '%s is probed, bounded, spread, disrupted one by one, scaled, and may do nothing that it need not',
    (name, { spec }: Manifest) => {
      const { containers, securityContext, automountServiceAccountToken, terminationGracePeriodSeconds } =
        spec.template.spec;
      const [container] = containers;
      // /ready of the gateway asks every service: one that is away would take all endpoints with it.
      expect(container.readinessProbe.httpGet.path).toBe(name === 'gateway' ? '/health' : '/ready');
      expect(container.livenessProbe.httpGet.path).toBe('/health');
      expect(container.securityContext).toEqual({
        ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
      });
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(automountServiceAccountToken).toBe(false);
      expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String) } });
      // What drains, PLAT_GRACE_MS and the closing of connections fit into it.
      const drainSeconds = Number(environmentOf(container).PLAT_DRAIN_MS) / 1000;
      expect(drainSeconds).toBeGreaterThan(0);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 10 + 5);
      for (const kind of ['Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy']) {
        const found = all.some((one) => one.kind === kind && one.metadata.name === name);
        expect([kind, found]).toEqual([kind, true]);
      }
      // What is not there cannot be disrupted, so that a node can always be emptied.
      const scaler = all.find((one) => one.kind === 'HorizontalPodAutoscaler' && one.metadata.name === name);
      expect(scaler?.spec.minReplicas).toBeGreaterThan(1);
      expect(scaler?.spec.maxReplicas).toBeGreaterThan(scaler?.spec.minReplicas);
    },
  );

  test('name the same services as the compose file, and every image has a place in the overlay', () => {
    const ours = [...compose.services.values()].filter(({ build }) => build?.target === 'service');
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(ours.map(({ name }) => name).sort());
    const { images } = parse(read(KUBERNETES, 'overlays', 'example', 'kustomization.yaml'));
    const used = all.flatMap(({ spec }) => spec?.template?.spec.containers?.map(({ image }: never) => image) ?? []);
    expect(images.map(({ name }: { name: string }) => name).sort()).toEqual([...new Set(used)].sort());
  });

  test('let every service reach whom it calls', () => {
    for (const [name, { environment }] of compose.services) {
      if (!deployments.some(({ metadata }) => metadata.name === name)) continue;
      for (const [, callee = ''] of Object.values(environment)
        .join(' ')
        .matchAll(/http:\/\/([a-z]+):8080/g)) {
        const policy = all.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === callee);
        expect([name, callee, JSON.stringify(policy)]).toEqual([
          ...[name, callee, expect.stringContaining(`"app.kubernetes.io/name":"${name}"`)],
        ]);
      }
    }
  });

  test('lead callers to everything that is for them, and to nothing else', () => {
    const [rule] = all.find(({ kind }) => kind === 'Ingress')!.spec.rules;
    const isLed = (path: string) => leads(rule, path);
    const endpoints = PUBLIC_ENDPOINTS.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
    const pages = ['/docs', '/docs/json', '/llms.txt', '/changelog', '/changelog/json', '/health'];
    expect([...endpoints, ...pages].filter((path) => !isLed(path))).toEqual([]);
    expect(['/metrics', '/ready'].filter(isLed)).toEqual([]);
  });

  test('with a host for automation lead its callers there, under one name wherever it is named', () => {
    const { patches } = parse(read(KUBERNETES, 'components', 'automation-host', 'kustomization.yaml'));
    const added = Object.fromEntries(patches.flatMap(operationsOf));
    const host = added['/data/PLAT_AUTOMATION_HOST'];
    const rule = added['/spec/rules/-'];
    expect([added['/spec/tls/0/hosts/-'], rule.host]).toEqual([host, host]);
    const { file: _, ...ingress } = structuredClone(all.find(({ kind }) => kind === 'Ingress')!);
    ingress.spec.rules.push(rule);
    expect(unknownFields(Ingress, ingress)).toEqual([]);
    const endpoints = PUBLIC_ENDPOINTS.filter(({ service }) => service === 'automation').map(({ path }) => path);
    expect(endpoints.length).toBeGreaterThan(3);
    expect(endpoints.map((path) => path.replace('/automation', '')).filter((path) => !leads(rule, path))).toEqual([]);
    expect(['/metrics', '/ready', '/v1/usage'].filter((path) => leads(rule, path))).toEqual([]);
    const overlay = parse(read(KUBERNETES, 'overlays', 'example', 'kustomization.yaml'));
    expect(overlay.components).toEqual(['../../components/automation-host']);
    const replaced = Object.fromEntries(overlay.patches.flatMap(operationsOf));
    expect([replaced['/spec/rules/1/host'], replaced['/spec/tls/0/hosts/1']]).toEqual(
      Array(2).fill(replaced['/data/PLAT_AUTOMATION_HOST']),
    );
  });

  test("have a place for the operator's command, with what the compose file gives it", () => {
    const { spec } = all.find(({ kind }) => kind === 'StatefulSet')!;
    const [container] = spec.template.spec.containers;
    const given = Object.keys(environmentOf(container));
    // A cluster has node exporters of its own, and what they read is for its owner to say.
    const asked = Object.keys(compose.services.get('plat')!.environment).filter(
      (name) => !['PLAT_AS_OF', 'PLAT_IMPORT_METRICS_FILE'].includes(name),
    );
    expect(asked.filter((name) => !given.includes(name))).toEqual([]);
    expect(container.securityContext).toEqual(deployments[0]?.spec.template.spec.containers[0].securityContext);
  });

  test('hold no secret', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    for (const { data } of all)
      expect(Object.keys(data ?? {}).filter((name) => /SECRET|PASSWORD/.test(name))).toEqual([]);
  });
});

/** Whether a rule of an ingress takes a path. */
const leads = ({ http }: { http: { paths: { path: string; pathType: string }[] } }, path: string): boolean =>
  http.paths.some((one) => (one.pathType === 'Exact' ? path === one.path : `${path}/`.startsWith(`${one.path}/`)));

/** What a patch (RFC 6902) says, by the path that it says it of. */
const operationsOf = ({ patch }: { patch: string }) =>
  // biome-ignore lint/suspicious/noExplicitAny: every kind of value
  parse(patch).map(({ path, value }: { path: string; value: any }) => [path, value]);

/**
 * Paths of the fields that the validator of a kind never looks at: Kubernetes does not know them.
 * @throws Error when the object is not valid.
 */
function unknownFields(Model: { prototype: { validate(): void } }, object: object): string[] {
  const seen = new Map<object, Set<string>>();
  const watch = <T>(value: T): T => {
    if (typeof value !== 'object' || value === null) return value;
    const keys = new Set<string>();
    seen.set(value, keys);
    const copies = new Map<string, unknown>();
    return new Proxy(value, {
      get: (target, key) => {
        if (typeof key !== 'string') return Reflect.get(target, key);
        keys.add(key);
        if (!copies.has(key)) copies.set(key, watch(Reflect.get(target, key)));
        return copies.get(key);
      },
    }) as T;
  };
  const missed = (value: unknown, path: string): string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const keys = seen.get(value);
    return Object.entries(value).flatMap(([key, inner]) =>
      keys?.has(key) ? missed(inner, `${path}.${key}`) : [`${path}.${key}`],
    );
  };
  // Not made by its constructor, which would read and copy everything.
  const typed = Object.setPrototypeOf({ ...object }, Model.prototype);
  watch(typed).validate();
  return missed(typed, '');
}

describe('what watches', () => {
  const dashboard = JSON.parse(read(COMPOSE, 'grafana', 'dashboards', 'plat.json'));
  const expressions: string[] = [
    ...dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) => targets.map(({ expr }) => expr)),
    ...parse(read(COMPOSE, 'alerts.yml')).groups.flatMap(({ rules }: { rules: { expr: string }[] }) =>
      rules.map(({ expr }) => expr),
    ),
  ];

  test('asks only for metrics that services have, in PromQL', async () => {
    const known = await knownMetrics();
    expect(expressions.length).toBeGreaterThan(10);
    const asked = expressions.flatMap(metricsOf);
    expect(asked.length).toBeGreaterThanOrEqual(expressions.length);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
  });

  test('asks every service, at the port that it listens on', () => {
    const { scrape_configs: jobs } = parse(read(COMPOSE, 'prometheus.yml'));
    const [{ names, port }] = jobs.find((job: { job_name: string }) => job.job_name === 'plat').dns_sd_configs;
    const ours = [...compose.services.values()].filter(({ build }) => build?.target === 'service');
    expect(names.toSorted()).toEqual(ours.map(({ name }) => name).sort());
    expect(read(ROOT, 'infra', 'Dockerfile')).toContain(`PLAT_PORT=${port}\n`);
    for (const { environment } of ours) expect(environment).not.toHaveProperty('PLAT_PORT');
  });

  test('finds the collector where it shows its metrics, and the dashboard its source', () => {
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
