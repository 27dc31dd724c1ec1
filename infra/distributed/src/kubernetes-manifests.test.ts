import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLIC_ENDPOINTS } from '@plat/contracts';
import { Deployment, StatefulSet } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { readComposeFile, withSecrets } from './compose-file.ts';
import { COMPOSE_FILE } from './distributed-plat.ts';
import { environmentOf, KUBERNETES, type Manifest, manifests } from './manifests.fixture.ts';

const read = (...path: string[]) => readFileSync(join(...path), 'utf8');
const text = read(COMPOSE_FILE);
const compose = readComposeFile(text, withSecrets(text, {}));

describe('Kubernetes manifests', () => {
  const MODELS = { Deployment, StatefulSet, HorizontalPodAutoscaler, Job, Ingress, NetworkPolicy, PodDisruptionBudget };
  // biome-ignore lint/suspicious/noExplicitAny: every kind of object
  const models: Record<string, new (data: any) => { validate(): void }> = { ...MODELS, ConfigMap, Namespace, Service };
  const all = manifests();
  const named = all.map((one) => [`${one.file} ${one.kind} ${one.metadata.name}`, one] as const);
  const deployments = all.filter(({ kind }) => kind === 'Deployment');

  test.each(named)('%s is valid and has only fields that Kubernetes knows', (_name, manifest) => {
    const { file: _, ...object } = manifest;
    const Model = models[manifest.kind];
    expect(Model).toBeDefined();
    expect(unknownFields(Model!, object)).toEqual([]);
  });

  test('detects a misspelled field', () => {
    const { file: _, ...deployment } = structuredClone(deployments[0]!);
    deployment.spec.template.spec.containers[0].readinesProbe = {};
    expect(unknownFields(Deployment, deployment)).toEqual(['.spec.template.spec.containers.0.readinesProbe']);
  });

  test.each(deployments.map((one) => [one.metadata.name, one] as const))(
    '%s has probes, limits, spreading, a disruption budget and scaling, and minimal privileges',
    (name, { spec }: Manifest) => {
      const { containers, securityContext, automountServiceAccountToken, terminationGracePeriodSeconds } =
        spec.template.spec;
      const [container] = containers;
      // /ready of the gateway checks every service: one unavailable service would remove all endpoints.
      expect(container.readinessProbe.httpGet.path).toBe(name === 'gateway' ? '/health' : '/ready');
      expect(container.livenessProbe.httpGet.path).toBe('/health');
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
      expect(automountServiceAccountToken).toBe(false);
      expect(container.resources).toMatchObject({ requests: { cpu: expect.any(String) } });
      // It must cover the drain, PLAT_GRACE_MS and the closing of connections.
      const drainSeconds = Number(environmentOf(container).PLAT_DRAIN_MS) / 1000;
      expect(drainSeconds).toBeGreaterThan(0);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(drainSeconds + 10 + 5);
      for (const kind of ['Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy']) {
        const found = all.some((one) => one.kind === kind && one.metadata.name === name);
        expect([kind, found]).toEqual([kind, true]);
      }
      // With a single replica a disruption budget would block draining a node.
      const scaler = all.find((one) => one.kind === 'HorizontalPodAutoscaler' && one.metadata.name === name);
      expect(scaler?.spec.minReplicas).toBeGreaterThan(1);
      expect(scaler?.spec.maxReplicas).toBeGreaterThan(scaler?.spec.minReplicas);
    },
  );

  test('name the same services as the compose file, and every image is in the overlay', () => {
    const ours = [...compose.services.values()].filter(({ build }) => build?.target === 'service');
    expect(deployments.map(({ metadata }) => metadata.name).sort()).toEqual(ours.map(({ name }) => name).sort());
    const { images } = parse(read(KUBERNETES, 'overlays', 'example', 'kustomization.yaml'));
    const used = all.flatMap(({ spec }) => spec?.template?.spec.containers?.map(({ image }: never) => image) ?? []);
    expect(images.map(({ name }: { name: string }) => name).sort()).toEqual([...new Set(used)].sort());
  });

  test('allow every service to reach the services it calls', () => {
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

  test('route callers to all public paths, and to nothing else', () => {
    const [rule] = all.find(({ kind }) => kind === 'Ingress')!.spec.rules;
    const isLed = (path: string) => leads(rule, path);
    const endpoints = PUBLIC_ENDPOINTS.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
    const pages = ['/docs', '/docs/json', '/llms.txt', '/changelog', '/changelog/json', '/health'];
    expect([...endpoints, ...pages].filter((path) => !isLed(path))).toEqual([]);
    expect(['/metrics', '/ready'].filter(isLed)).toEqual([]);
  });

  test('route callers of automation to its own host, under the same name everywhere', () => {
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

  test("have a pod for the operator's command, with the compose file's settings", () => {
    const { spec } = all.find(({ kind }) => kind === 'StatefulSet')!;
    const [container] = spec.template.spec.containers;
    const given = Object.keys(environmentOf(container));
    // A cluster has its own node exporters, configured by its owner.
    const asked = Object.keys(compose.services.get('plat')!.environment).filter(
      (name) => !['PLAT_AS_OF', 'PLAT_IMPORT_METRICS_FILE'].includes(name),
    );
    expect(asked.filter((name) => !given.includes(name))).toEqual([]);
    expect(container.securityContext).toEqual(deployments[0]?.spec.template.spec.containers[0].securityContext);
  });

  test('contain no secret', () => {
    expect(all.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    for (const { data } of all)
      expect(Object.keys(data ?? {}).filter((name) => /SECRET|PASSWORD/.test(name))).toEqual([]);
  });
});

/** True when a rule of an ingress matches a path. */
const leads = ({ http }: { http: { paths: { path: string; pathType: string }[] } }, path: string): boolean =>
  http.paths.some((one) => (one.pathType === 'Exact' ? path === one.path : `${path}/`.startsWith(`${one.path}/`)));

/** Operations of a patch (RFC 6902) by path. */
const operationsOf = ({ patch }: { patch: string }) =>
  // biome-ignore lint/suspicious/noExplicitAny: every kind of value
  parse(patch).map(({ path, value }: { path: string; value: any }) => [path, value]);

/**
 * Paths of fields that a kind's validator never reads, which means that Kubernetes does not know them.
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
  // Skips the constructor, which would read and copy everything.
  const typed = Object.setPrototypeOf({ ...object }, Model.prototype);
  watch(typed).validate();
  return missed(typed, '');
}
