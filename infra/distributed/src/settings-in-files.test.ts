import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAccountsConfig } from '@plat/accounts/config';
import { readAnalyticsConfig } from '@plat/analytics/config';
import { readAutomationConfig } from '@plat/automation/config';
import { readGatewayConfig } from '@plat/gateway/config';
import { readGeoConfig } from '@plat/geo/config';
import { readInvestorsConfig } from '@plat/investors/config';
import { type Environment, readTracingSettings } from '@plat/kit';
import { readValuationConfig } from '@plat/valuation/config';
import { readComposeFile, withSecrets } from './compose-file.ts';
import { COMPOSE_FILE } from './distributed-plat.ts';
import { containerOf, environmentOf, manifests } from './manifests.fixture.ts';

const READERS: Readonly<Record<string, (env: Environment) => unknown>> = {
  accounts: readAccountsConfig,
  analytics: readAnalyticsConfig,
  automation: readAutomationConfig,
  gateway: readGatewayConfig,
  geo: readGeoConfig,
  investors: readInvestorsConfig,
  valuation: readValuationConfig,
};
/** Settings that a service reads from this environment; throws when it would not start. */
function readBy(service: string, environment: Environment): Set<string> {
  const names = new Set<string>();
  const watched = new Proxy(environment, {
    get: (target, name: string) => {
      names.add(name);
      return target[name];
    },
  });
  READERS[service]?.(watched);
  readTracingSettings(watched);
  return names;
}

const text = readFileSync(COMPOSE_FILE, 'utf8');
const compose = readComposeFile(text, withSecrets(text, {}));
const environments: Readonly<Record<string, (service: string) => Environment>> = {
  'docker-compose.yml': (service) => compose.services.get(service)?.environment ?? {},
  'infra/kubernetes': (service) => environmentOf(containerOf(service)),
};

describe.each(Object.entries(environments))('%s', (file, environment) => {
  test('runs every service that has a process', async () => {
    const folders = await Array.fromAsync(new Bun.Glob('*/src/index.ts').scan(join(COMPOSE_FILE, '..', 'services')));
    expect(folders.map((path) => path.split('/')[0] ?? '').sort()).toEqual(Object.keys(READERS).sort());
    for (const service of Object.keys(READERS)) {
      expect([service, Object.keys(environment(service)).length > 2]).toEqual([service, true]);
    }
  });

  test.each(Object.keys(READERS))('gives %s every required setting, in a valid form', (service) => {
    expect(() => readBy(service, environment(service))).not.toThrow();
  });

  test.each(Object.keys(READERS))('gives %s no setting that it does not read', (service) => {
    const read = readBy(service, environment(service));
    // All services of a cluster share one map of settings.
    const shared = file === 'infra/kubernetes' ? Object.keys(sharedSettings()) : [];
    const unread = Object.keys(environment(service)).filter((name) => !read.has(name) && !shared.includes(name));
    expect(unread).toEqual([]);
  });
});

const sharedSettings = (): Record<string, string> =>
  manifests().find(({ kind }) => kind === 'ConfigMap')?.data as Record<string, string>;

test('some service reads every shared setting of the cluster', () => {
  const read = new Set(
    Object.keys(READERS).flatMap((service) => [...readBy(service, environmentOf(containerOf(service)))]),
  );
  expect(Object.keys(sharedSettings()).filter((name) => !read.has(name))).toEqual([]);
});

test('the compose file requires each of its secrets or leaves it empty, and contains none', () => {
  for (const [name, { environment }] of compose.services) {
    for (const variable of Object.keys(environment).filter((one) => /SECRET|PASSWORD|DATABASE_URL/.test(one))) {
      const written = new RegExp(`^ +${variable}: (.*)$`, 'gm');
      for (const [, value] of text.matchAll(written)) {
        expect([name, variable, value]).toEqual([
          name,
          variable,
          expect.stringMatching(/\$\{\w+:(\?|-)\}|^\*owner-url$/),
        ]);
      }
    }
  }
});
