import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SAMPLE_AS_OF } from '@plat/dataset';

const MAIN = join(import.meta.dir, 'main.ts');
const START_MS = 120_000;
const AS_OF = '2026-03-01';

let home: string;
let plat: Running;

interface Running {
  ready: {
    ready: boolean;
    url: string;
    home: string;
    as_of: string;
    dataset: Record<string, number>;
    demo_key: string;
    realm: string;
    regions: { region: string; realm: string; as_of: string }[];
  };
  stderr(): Promise<string>;
  stop(signal: NodeJS.Signals): Promise<number>;
}

const environment = () => {
  const { DATABASE_URL: _, REDIS_URL: __, ...rest } = process.env;
  return { ...rest, PLAT_LOG_LEVEL: 'warn', DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/plat' };
};

async function start(folder: string, ...flags: string[]): Promise<Running> {
  const child = Bun.spawn([process.execPath, MAIN, 'start', '--json', '--port', '0', '--home', folder, ...flags], {
    env: environment(),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const stderr = new Response(child.stderr).text();
  let line = '';
  for await (const chunk of child.stdout) {
    line += new TextDecoder().decode(chunk);
    if (line.includes('\n')) break;
  }
  if (!line.includes('\n')) throw new Error(`plat start ended: ${await stderr}`);
  return {
    ready: JSON.parse(line),
    stderr: () => stderr,
    stop: async (signal) => {
      child.kill(signal);
      return child.exited;
    },
  };
}

async function command(...words: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const child = Bun.spawn([process.execPath, MAIN, ...words], { env: environment(), stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

const search = (url: string, key: string, body: unknown) =>
  fetch(`${url}/v1/buyer-search`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'plat-start-'));
  plat = await start(home, '--as-of', AS_OF, '--sample-parcels', '300');
}, START_MS);
afterAll(async () => {
  await plat.stop('SIGTERM');
  const relocated = join(home, 'postgres', 'cluster-location');
  if (existsSync(relocated)) rmSync(readFileSync(relocated, 'utf8').trim(), { recursive: true, force: true });
  rmSync(home, { recursive: true, force: true });
}, START_MS);

describe('a running Plat', () => {
  test('prints its URL and dataset in one JSON line', () => {
    expect(plat.ready).toMatchObject({ ready: true, home, as_of: AS_OF });
    expect(Object.keys(plat.ready)).toEqual([
      ...['ready', 'url', 'home', 'as_of', 'dataset', 'demo_key', 'sign_in_url', 'expires_at'],
      ...['realm', 'realms', 'regions'],
    ]);
    expect(plat.ready.realm).toBe('sample');
    expect(new Set(plat.ready.regions.map(({ realm }) => realm))).toEqual(new Set(['sample']));
    expect(Object.keys(plat.ready.dataset)).toEqual(['version', 'properties', 'sales', 'flips', 'rentals', 'buyers']);
    expect(plat.ready.dataset.properties).toBe(300);
  });

  test('keeps its secrets readable by their owner only', () => {
    for (const file of ['demo-key', 'internal-secret', 'postgres/password']) {
      expect(statSync(join(home, file)).mode & 0o777).toBe(0o600);
    }
  });

  test('finds buyers near an address that autocomplete returns', async () => {
    const { url, demo_key: key } = plat.ready;
    const places = await fetch(`${url}/v1/autocomplete`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ search_string: 'Phoenix' }),
    });
    expect(places.status).toBe(200);
    const [place] = (await places.json()) as { address: string; latitude: number; longitude: number }[];
    const response = await search(url, key, {
      latitude: place?.latitude,
      longitude: place?.longitude,
      radius_miles: 10,
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ratelimit-limit')).toBe('120');
    expect(key).toStartWith('plat_sub_test_');
    const buyers = (await response.json()) as { buyer_type: string }[];
    expect(buyers.length).toBeGreaterThan(0);
  });

  test("returns landlords' purchases with rents, and shows deals without house numbers", async () => {
    const { url, demo_key: key } = plat.ready;
    const ask = async (path: string, body: unknown) => {
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      return (await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
    };
    const [place] = (await ask('/v1/autocomplete', { search_string: 'Phoenix' })) as Record<string, unknown>[];
    const at = { latitude: place?.latitude, longitude: place?.longitude };
    const summary = (await ask('/v1/analytics-summary', { ...at, metrics_radius_mi: 10 })) as {
      landlord_metrics: Record<string, number>;
    };
    const { count, ...metrics } = summary.landlord_metrics;
    const classed = ['aggressive', 'moderate', 'conservative'].map((name) => metrics[`${name}_purchase_count`] ?? 0);
    expect(count).toBeGreaterThan(0);
    expect(classed.reduce((sum, one) => sum + one)).toBe(count as number);
    const deals = (await ask('/v1/analytics-search', at)) as { address: string }[];
    expect(deals.length).toBeGreaterThan(0);
    for (const { address } of deals) expect(address).toMatch(/^[NSEW] [^,]+, Phoenix, AZ \d{5}$/);
  });

  test('keeps its secret: a command does not create another one when the file is lost', async () => {
    const file = join(home, 'internal-secret');
    renameSync(file, `${file}.lost`);
    try {
      const { exitCode, stdout, stderr } = await command('token', 'geo', '--home', home);
      expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
      expect(stderr).toContain(`There is no file ${file}`);
      expect(stderr).toContain('restart that Plat');
      expect(existsSync(file)).toBe(false);
      const looked = await command('doctor', '--home', home, '--json');
      const { checks } = JSON.parse(looked.stdout) as { checks: { name: string; standing: string; seen: string }[] };
      expect(checks.find(({ name }) => name === 'secrets')).toMatchObject({
        standing: 'warn',
        seen: expect.stringContaining('an unknown secret'),
      });
    } finally {
      renameSync(`${file}.lost`, file);
    }
    expect((await command('token', 'geo', '--home', home)).exitCode).toBe(0);
  });

  test('rejects a second Plat on its home in a plain sentence', async () => {
    const { exitCode, stdout, stderr } = await command('start', '--home', home, '--port', '0');
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(`Another Plat already serves the home ${home} at ${plat.ready.url}`);
  });

  test(
    'rejects only the revoked key, immediately after another process revoked it',
    async () => {
      const { url } = plat.ready;
      const created = await command('key', 'create', '--kind', 'subscriber', '--name', 'CRM', '--home', home, '--json');
      const { id, key, ...rest } = JSON.parse(created.stdout) as { id: string; key: string };
      expect(rest).toMatchObject({ kind: 'subscriber', name: 'CRM', active: true });
      const ask = () =>
        fetch(`${url}/v1/autocomplete`, {
          method: 'POST',
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ search_string: 'Tampa' }),
        });
      expect((await ask()).status).toBe(200);
      const revoked = await command('key', 'revoke', id, '--home', home, '--json');
      expect(revoked.exitCode).toBe(0);
      expect((await ask()).status).toBe(401);
      expect((await search(url, plat.ready.demo_key, { latitude: 33.5, longitude: -112.1 })).status).toBe(200);

      const listed = JSON.parse((await command('key', 'list', '--home', home, '--json')).stdout);
      expect(
        listed.keys.map((one: { name: string; revoked_at: string | null }) => [one.name, one.revoked_at !== null]),
      ).toEqual([
        ['CRM', true],
        ['demo', false],
      ]);
    },
    START_MS,
  );

  test(
    'stops cleanly on SIGTERM, and starts again with the same market and demo key',
    async () => {
      expect(await plat.stop('SIGTERM')).toBe(0);
      expect(await plat.stderr()).toContain('Stopping the embedded database');
      expect(await plat.stderr()).toContain('Ignoring DATABASE_READ_URL');
      await expect(fetch(plat.ready.url)).rejects.toThrow();
      const before = plat.ready;
      plat = await start(home, '--as-of', AS_OF, '--sample-parcels', '300');
      expect(plat.ready.demo_key).toBe(before.demo_key);
      expect(plat.ready.dataset).toEqual(before.dataset);
    },
    START_MS,
  );

  test(
    "keeps the sample market's own day despite --as-of, and creates no demo key after a revocation",
    async () => {
      expect(await plat.stop('SIGINT')).toBe(0);
      const before = plat.ready;
      plat = await start(home, '--as-of', '2026-03-08', '--sample-parcels', '300');
      expect(plat.ready).toMatchObject({ as_of: '2026-03-08', dataset: before.dataset, regions: before.regions });
      expect(plat.ready.regions.map(({ as_of }) => as_of)).toEqual(Array(4).fill(SAMPLE_AS_OF));

      const { keys } = JSON.parse((await command('key', 'list', '--home', home, '--json')).stdout);
      const { id } = keys.find(({ name }: { name: string }) => name === 'demo');
      expect((await command('key', 'revoke', id, '--home', home)).exitCode).toBe(0);
      for (const loses of [false, true]) {
        expect(await plat.stop('SIGINT')).toBe(0);
        if (loses) rmSync(join(home, 'demo-key'));
        plat = await start(home);
        expect(plat.ready.demo_key).toBeNull();
        expect((await search(plat.ready.url, before.demo_key, { latitude: 33.5, longitude: -112.1 })).status).toBe(401);
      }
    },
    START_MS * 2,
  );
});
