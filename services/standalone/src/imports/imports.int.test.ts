/** Imports by file over HTTP, from an empty Plat to a served county. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSignInLink, type LinkRequest } from '@plat/console/operator';
import { ensureMarketSchema } from '@plat/dataset';
import { DAY_MS, type RunningServer, startServer } from '@plat/kit';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { readEnvironment } from '../environment.ts';
import { createHost, type Host } from '../host.ts';
import { Imports } from './imports.ts';

const SLOW_MS = 120_000;
/** A person may ask 300 times in a minute. */
const POLL_MS = 400;
const NUMBERS = Array.from({ length: 12 }, (_, number) => number);
const SALES = [
  'Tax Lot,Where,Town,Seller Name,Buyer Name,Sold On,Sold For',
  ...NUMBERS.map(
    (n) => `L-${n},${100 + n} Alder St,Fernwood,"Moss, Ida",Larch Homes LLC,2025-0${1 + (n % 6)}-11,${150_000 + n}`,
  ),
  'L-99,9 Alder St,Fernwood,"Moss, Ida",Larch Homes LLC,someday,150000',
].join('\n');
const constants = { state: { constant: 'AZ' }, county: { constant: 'Maricopa' } };
const MAPPING = {
  name: 'fernwood',
  title: 'Fernwood',
  inputs: [
    {
      file: '*',
      produces: [
        { kind: 'properties', columns: { parcel_id: 'Tax Lot', address: 'Where', city: 'Town', ...constants } },
        {
          kind: 'transfers',
          columns: {
            ...constants,
            parcel_id: 'Tax Lot',
            sale_date: 'Sold On',
            price: 'Sold For',
            grantor: 'Seller Name',
            grantee: 'Buyer Name',
          },
        },
      ],
    },
  ],
};

interface Browser {
  cookie: string;
  'x-csrf-token': string;
}

let home: string;
let database: TestDatabase;
let host: Host;
let server: RunningServer;
let operator: Browser;
let viewer: Browser;

beforeAll(async () => {
  [home, database] = await Promise.all([mkdtemp(join(tmpdir(), 'plat-imports-')), testDatabase()]);
  host = await createHost({
    databaseUrl: database.url,
    internalSecret: 'a secret of at least thirty-two bytes',
    asOf: () => '2026-03-01',
    environment: readEnvironment({ PLAT_LOG_LEVEL: 'silent', PLAT_IMPORT_MAX_MB: '1' }),
    home,
  });
  // As `plat start` does.
  await ensureMarketSchema(host.sql);
  server = startServer({ app: host.app, port: 0, hostname: '127.0.0.1' });
  operator = await signIn({ name: 'Ruth', role: 'operator' });
  viewer = await signIn({ name: 'Vic', role: 'viewer' });
}, SLOW_MS);
afterAll(async () => {
  await server?.stop(0);
  await host?.close();
  await database?.close();
  await rm(home, { recursive: true, force: true });
});

async function signIn(request: LinkRequest): Promise<Browser> {
  const { token } = await createSignInLink(host.people, 'operator:test', request);
  const response = await fetch(`${server.url}/admin/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { csrf_token } = (await response.json()) as { csrf_token: string };
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', 'x-csrf-token': csrf_token };
}

// biome-ignore lint/suspicious/noExplicitAny: answers of several operations
async function send(browser: object, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${server.url}/admin/v1/${path}`, {
    method,
    headers: { ...browser, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.status === 204
    ? { status: 204 }
    : { status: response.status, ...((await response.json()) as object) };
}
// biome-ignore lint/suspicious/noExplicitAny: an answer or a refusal
async function upload(browser: object, name: string, content: string | Uint8Array): Promise<any> {
  const url = `${server.url}/admin/v1/imports?name=${encodeURIComponent(name)}`;
  const response = await fetch(url, { method: 'POST', headers: { ...browser }, body: content });
  return { status: response.status, ...((await response.json()) as object) };
}
/** Waits until nothing works on the import. */
// biome-ignore lint/suspicious/noExplicitAny: an import
async function settled(id: string): Promise<any> {
  for (;;) {
    const one = await send(viewer, 'GET', `imports/details?import=${id}`);
    if (!['checking', 'running'].includes(one.state)) return one;
    await Bun.sleep(POLL_MS);
  }
}
const check = async (id: string, choice: object) => {
  expect(await send(operator, 'POST', `imports/preview?import=${id}`, choice)).toMatchObject({ status: 202 });
  return settled(id);
};
const folders = () => (existsSync(join(home, 'imports')) ? readdirSync(join(home, 'imports')) : []);

describe('an upload', () => {
  test('needs a session, its token and the role of an operator; viewers read', async () => {
    expect(await upload({}, 'sales.csv', SALES)).toMatchObject({ status: 401 });
    expect(await upload({ cookie: operator.cookie }, 'sales.csv', SALES)).toMatchObject({ code: 'CSRF_TOKEN_INVALID' });
    expect(await upload(viewer, 'sales.csv', SALES)).toMatchObject({ code: 'ROLE_NOT_ALLOWED' });
    expect(await send(viewer, 'GET', 'imports')).toMatchObject({ status: 200, imports: [] });
    expect(await send(viewer, 'GET', 'imports/layouts')).toMatchObject({ status: 200, max_bytes: 1024 * 1024 });
  });

  test('leaves nothing behind if it is too large, no table, or of an unknown kind', async () => {
    const large = await upload(operator, 'large.csv', 'a,b\n'.repeat(300_000));
    expect(large).toMatchObject({ status: 400, code: 'INVALID_REQUEST_BODY' });
    expect(large.fields[0].problem).toContain('at most 1 MB');
    const noise = Uint8Array.from({ length: 3_000 }, (_, at) => (at * 97 + (at % 7) * 31) % 256);
    expect(await upload(operator, 'noise.csv', noise)).toMatchObject({ status: 400, code: 'VALIDATION_ERROR' });
    expect((await upload(operator, 'noise.csv', noise)).error).toContain('noise.csv: is not a table');
    expect(await upload(operator, 'page.html', SALES)).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await upload(operator, 'broken.zip', 'PK\u0003\u0004 and no more')).toMatchObject({ status: 400 });
    expect(folders()).toEqual([]);
  });

  test('gets a name that is neither a path nor a script, and recognises a built-in layout', async () => {
    const named = await upload(operator, '../../<script>alert(1)</script>.csv', SALES);
    expect(named).toMatchObject({ status: 201, state: 'uploaded', layout: null, file_name: 'script_.csv' });
    const columns = 'parcel_id,address,city,state,zip,latitude,longitude,owner_name_1,living_square_feet';
    const roll = await upload(operator, 'my roll.csv', `${columns}\nA-1,1 Elm St,Fernwood,AZ,85001,33.4,-112.0,ME,900`);
    expect(roll.layout).toBe('canonical');
    expect(await check(roll.id, { source: 'canonical' })).toMatchObject({ state: 'ready', rows: { read: 1, kept: 1 } });
    for (const { id } of [named, roll]) {
      expect(await send(operator, 'DELETE', `imports?import=${id}`)).toEqual({ status: 204 });
    }
    expect(folders()).toEqual([]);
  });
});

describe('from an empty Plat to a served county', () => {
  test(
    'a made-up layout is guessed, checked with a mapping, imported, and its file removed',
    async () => {
      const { id, guesses, columns } = await upload(operator, 'fernwood.csv', SALES);
      expect(columns).toContain('Tax Lot');
      expect(guesses.transfers).toMatchObject({ price: 'Sold For', sale_date: 'Sold On', grantee: 'Buyer Name' });

      const wrong = await check(id, { mapping: { ...MAPPING, inputs: [] } });
      expect(wrong.state).toBe('uploaded');
      expect(wrong.problem).toContain('/inputs');
      expect(await send(operator, 'POST', `imports/start?import=${id}`, {})).toMatchObject({ status: 400 });

      const checked = await check(id, { mapping: MAPPING });
      expect(checked).toMatchObject({ state: 'ready', problem: null, rows: { read: 26, kept: 25, rejected: 1 } });
      expect(checked.preview).toMatchObject({
        places: [{ state: 'AZ', county: 'Maricopa', rows: 25 }],
        rejects: [{ reason: 'sale_date is not a date', count: 1 }],
        rejected_rows: [{ line: 14, kind: 'transfers', column: 'sale_date', value: 'someday' }],
      });
      const [{ columns: shown, sample }] = checked.preview.kinds;
      expect(Object.fromEntries(shown.map((name: string, at: number) => [name, sample[0][at]]))).toMatchObject({
        parcel_id: 'L-0',
        address: '100 Alder St',
      });
      expect(await send(viewer, 'GET', 'coverage')).toMatchObject({ realms: { live: { version: 0 } } });

      expect(await send(viewer, 'POST', `imports/start?import=${id}`, {})).toMatchObject({ code: 'ROLE_NOT_ALLOWED' });
      expect(await send(operator, 'POST', `imports/start?import=${id}`, {})).toMatchObject({ status: 202 });
      expect(await settled(id)).toMatchObject({ state: 'published', version: 1, is_file_kept: false, problem: null });
      expect(readdirSync(join(home, 'imports', id, 'file'))).toEqual([]);
      const { realms, counties } = await send(viewer, 'GET', 'coverage');
      expect(realms.live).toMatchObject({ version: 1, properties: 13, sales: 12 });
      expect(counties).toMatchObject([{ state: 'AZ', county: 'Maricopa' }]);
      const { events } = await send(viewer, 'GET', 'audit');
      expect(events.filter(({ subject }: { subject: string }) => subject === `import:${id}`)).toMatchObject([
        { action: 'import.started', actor: 'operator:Ruth' },
        { action: 'import.uploaded', actor: 'operator:Ruth' },
      ]);
    },
    SLOW_MS,
  );

  test(
    'a failed import leaves the version that serves, and passes once its bad rows are accepted',
    async () => {
      const bad = SALES.replaceAll(/2025-0[1-4]-11/g, 'unknown');
      const { id, mapping } = await upload(operator, 'fernwood-2.csv', bad);
      expect(mapping).toEqual(MAPPING);
      await check(id, { mapping: MAPPING });
      await send(operator, 'POST', `imports/start?import=${id}`, {});
      const failed = await settled(id);
      expect(failed).toMatchObject({ state: 'failed', version: null, is_file_kept: true });
      expect(failed.problem).toContain('too many rows are bad');
      expect(failed.problem).not.toContain(`${home}/imports`);
      expect(await send(viewer, 'GET', 'coverage')).toMatchObject({ realms: { live: { version: 1 } } });
      await send(operator, 'POST', `imports/start?import=${id}`, { max_rejected_share: 0.5 });
      expect(await settled(id)).toMatchObject({ state: 'published', version: 2 });
    },
    SLOW_MS,
  );

  test('two versions are compared by county, and a county is removed', async () => {
    const { counties } = await send(viewer, 'GET', 'versions/compare?before=1&after=2');
    expect(counties).toMatchObject([
      { state: 'AZ', county: 'Maricopa', before: { properties: 13, sales: 12, median_price: 150_006 } },
    ]);
    expect(counties[0].after.properties).toBe(13);
    expect(await send(viewer, 'GET', 'versions/compare?before=1&after=77')).toMatchObject({ code: 'NOT_FOUND' });
    const nowhere = await send(operator, 'POST', 'versions/remove', { state: 'NV' });
    expect(nowhere).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    const removed = await send(operator, 'POST', 'versions/remove', { state: 'AZ' });
    expect(removed).toMatchObject({ status: 200, properties: 13, dataset: { properties: 0 } });
    const { counties: after } = await send(viewer, 'GET', 'versions/compare?before=2&after=3');
    expect(after).toMatchObject([{ county: 'Maricopa', before: { properties: 13 }, after: null }]);
  });

  test('a cancelled import never serves', async () => {
    const { id } = await upload(operator, 'fernwood-3.csv', SALES.replaceAll('Alder', 'Birch'));
    await check(id, { mapping: MAPPING });
    await send(operator, 'POST', `imports/start?import=${id}`, {});
    expect(await send(operator, 'DELETE', `imports?import=${id}`)).toEqual({ status: 204 });
    expect(await settled(id)).toMatchObject({ state: 'cancelled', version: null, is_file_kept: false });
  });
});

test('an upload is removed after a day, and an import that was interrupted has failed', async () => {
  const other = await mkdtemp(join(tmpdir(), 'plat-imports-'));
  const open = (nowMs: number) =>
    Imports.open({ home: other, databaseUrl: database.url, maxBytes: 1_000_000, nowMs: () => nowMs });
  const nowMs = Date.parse('2026-03-01T12:00:00Z');
  const request = () => new Request('http://plat/', { method: 'POST', body: SALES });
  const before = await open(nowMs);
  const kept = await before.upload(request(), 'kept.csv', 'operator:Ruth');
  const interrupted = await before.upload(request(), 'interrupted.csv', 'operator:Ruth');
  // As a Plat that was killed leaves it.
  await Bun.write(
    join(other, 'imports', interrupted.id, 'record.json'),
    JSON.stringify({ ...interrupted, state: 'running', rows: { read: 1, kept: 1, rejected: 0 } }),
  );
  await before.close();
  const soon = await open(nowMs + DAY_MS / 2);
  expect(soon.find(interrupted.id)?.state).toBe('failed');
  expect(soon.find(kept.id)?.state).toBe('uploaded');
  await soon.close();
  const later = await open(nowMs + 2 * DAY_MS);
  expect(later.list()).toMatchObject([{ id: interrupted.id, is_file_kept: false }]);
  await later.close();
  await rm(other, { recursive: true });
});
