import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { writeSampleMarket } from '@plat/pipeline/sample';
import { plat, type StartedPlat, startPlat } from '../backup/started-plat.fixture.ts';
import { type Diagnosis, doctor, folder, home, SLOW_MS, standings, useHomes } from './diagnosis.fixture.ts';

const AS_OF = '2026-03-01';

useHomes();

describe('a home with a current market', () => {
  let running: StartedPlat;
  beforeAll(async () => {
    running = await startPlat(home, '--as-of', AS_OF, '--sample-parcels', '300');
    const { files } = await writeSampleMarket({ directory: join(folder, 'records'), asOf: AS_OF, parcels: 300 });
    const imported = await plat(['import', 'canonical', ...files, '--as-of', AS_OF, '--home', home]);
    expect([imported.exitCode, imported.stderr]).toEqual([0, expect.any(String)]);
  }, SLOW_MS);
  afterAll(async () => {
    await running.stop();
  }, SLOW_MS);

  test(
    'passes every check that applies',
    async () => {
      const diagnosis = await doctor({ PLAT_AS_OF: AS_OF });
      expect(diagnosis.checks.filter(({ standing }) => standing === 'warn' || standing === 'fail')).toEqual([]);
      expect(diagnosis).toMatchObject({ exitCode: 0, result: 'ok' });
      expect(standings(diagnosis)).toMatchObject({
        postgres: 'ok',
        migrations: 'ok',
        services: 'ok',
        dataset: 'ok',
        dataset_tables: 'ok',
        ledger: 'ok',
        suppressions: 'ok',
        jobs: 'ok',
        webhooks: 'ok',
        redis: 'skipped',
        tls_certificate: 'skipped',
      });
    },
    SLOW_MS,
  );

  test(
    'warns once about records older than 90 days',
    async () => {
      const warned = async (day: string) => {
        const found = standings(await doctor({ PLAT_AS_OF: day }));
        return ['dataset', 'records'].filter((name) => found[name] === 'warn');
      };
      expect(await warned('2026-05-20')).toEqual([]);
      expect(await warned('2026-06-15')).toEqual(['records']);
    },
    SLOW_MS,
  );

  test(
    'warns about lists after 25 days and fails after 31, when every number is withheld',
    async () => {
      // The generated list is dated 2026-02-24.
      const on = async (day: string) => {
        const { checks } = await doctor({ PLAT_AS_OF: day });
        return checks.find(({ name }) => name === 'suppressions')!;
      };
      expect(await on('2026-03-21')).toMatchObject({ standing: 'ok' });
      expect(await on('2026-03-22')).toMatchObject({ standing: 'warn' });
      expect(await on('2026-03-27')).toMatchObject({ standing: 'warn' });
      const late = await doctor({ PLAT_AS_OF: '2026-03-28' });
      expect(late).toMatchObject({ exitCode: 2, result: 'fail' });
      expect(late.checks.find(({ name }) => name === 'suppressions')!.seen).toContain(
        'every telephone number is withheld',
      );
    },
    SLOW_MS,
  );

  test(
    'lists secrets and contacts that others can read',
    async () => {
      chmodSync(join(home, 'internal-secret'), 0o644);
      chmodSync(join(home, 'market'), 0o755);
      try {
        const found = (await doctor({ PLAT_AS_OF: AS_OF })).checks.find(({ name }) => name === 'home');
        expect(found).toMatchObject({ standing: 'fail', seen: 'others can read internal-secret, market' });
        expect(found!.advice).toContain(`chmod go= ${join(home, 'internal-secret')}`);
      } finally {
        chmodSync(join(home, 'internal-secret'), 0o600);
        chmodSync(join(home, 'market'), 0o700);
      }
    },
    SLOW_MS,
  );

  test(
    'runs in the console too, where an operator removes a county and serves the version before again',
    async () => {
      const link = await plat(['console', 'sign-in', '--role', 'operator', '--name', 'Ruth', '--json', '--home', home]);
      const { sign_in_url: url } = JSON.parse(link.stdout);
      const path = (name: string) => new URL(`/admin/v1/${name}`, url).href;
      const json = { 'content-type': 'application/json' };
      const token = new URL(url).searchParams.get('token');
      const signed = await fetch(path('session'), { method: 'POST', headers: json, body: JSON.stringify({ token }) });
      const { csrf_token } = (await signed.json()) as { csrf_token: string };
      const cookie = signed.headers.get('set-cookie')?.split(';')[0] ?? '';
      const headers = { ...json, cookie, 'x-csrf-token': csrf_token };
      // biome-ignore lint/suspicious/noExplicitAny: answers of several operations
      const post = async (name: string, body: object): Promise<any> =>
        (await fetch(path(name), { method: 'POST', headers, body: JSON.stringify(body) })).json();

      const diagnosis = (await (await fetch(path('doctor'), { headers })).json()) as Diagnosis;
      expect(standings(diagnosis)).toMatchObject({ postgres: 'ok', services: 'ok', dataset: 'ok', ledger: 'ok' });
      const removed = await post('versions/remove', { state: 'AZ', county: '04013' });
      expect(removed).toMatchObject({ state: 'AZ', county: '04013', properties: 100, dataset: { properties: 200 } });
      const before = removed.dataset.version - 1;
      expect(await post('versions/rollback', {})).toMatchObject({
        restores: before,
        dataset: { properties: 300 },
      });
      expect(await post('versions/remove', { state: 'NV' })).toMatchObject({
        code: 'NOT_FOUND',
        error: expect.stringContaining('NV'),
      });
    },
    SLOW_MS,
  );
});
