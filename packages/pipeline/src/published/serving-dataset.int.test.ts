import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  citiesOfZips,
  contactsFor,
  type Dataset,
  ensureMarketSchema,
  openDatasets,
  propertiesByIds,
  servingDataset,
} from '@plat/dataset';
import { readPoolOf } from '@plat/db';
import { newWork, runInScope } from '@plat/telemetry';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { type Given, stateAt, workingTables } from '../import/hand-made-market.fixture.ts';
import { loadPartitions } from '../publish/publish-load.ts';
import { swapIn } from '../publish/publish-swap.ts';

setDefaultTimeout(60_000);

const { signal } = new AbortController();
const PHOENIX = { latitude: 33.45, longitude: -112.07 };

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'plat-serving-dataset-'));
  await ensureMarketSchema(db.sql);
  await publish(1);
});
afterAll(async () => {
  await db?.close();
  await rm(folder, { recursive: true, force: true });
});

const build = (version: number) =>
  stateAt(version, { bounds: { south: 31, north: 37, west: -115, east: -109 + version } });

async function publish(version: number, regions: readonly string[] = ['AZ', 'ALL']): Promise<void> {
  const name = `OF VERSION ${version}`;
  const contact: Given = { name_key: 'ACME', first_name: name, wireless: [], landline: [], email: [] };
  const rows: Record<string, Parameters<typeof workingTables>[0]> = {
    AZ: {
      property: [{ property_id: 1, address: name, ...PHOENIX, property_type: 'SFR' }],
      place: [{ kind: 'zip', place_key: '85001', label: `${name}, AZ 85001`, address_count: 1 }],
    },
    ALL: { contact: [contact] },
  };
  for (const region of regions) {
    const duck = await workingTables(rows[region]!, region);
    await loadPartitions(db.sql, 'live', duck, region, version, { temporaryDirectory: folder });
  }
  const [before] = await db.sql<{ latest: number }[]>`select max(version) as latest from market.version`;
  const states = await db.sql<{ region: string; current: ReturnType<typeof build> }[]>`
    select region, current from market.region`;
  const changes = regions.map((region) => {
    const previous = states.find((state) => state.region === region)?.current ?? null;
    return { region, current: region === 'ALL' ? { ...build(version), bounds: null } : build(version), previous };
  });
  await swapIn(
    db.sql,
    'live',
    { version: (before?.latest ?? 0) + 1, kind: 'import', asOf: '2026-01-01', imports: [] },
    changes,
  );
}

const addressIn = async (dataset: Dataset) => (await propertiesByIds(dataset, ['AZ'], [1]))[0]?.address;
const contactIn = async (dataset: Dataset) => (await contactsFor(dataset, ['ACME']))[0]?.first_name;

test('keeps a request on one version while another is published; the next request gets the new one', async () => {
  const beginRequest = openDatasets(readPoolOf(db.sql), 'live');
  const read = beginRequest();
  expect(await addressIn(await read(signal))).toBe('OF VERSION 1');
  await publish(2);
  expect(await contactIn(await read(signal))).toBe('OF VERSION 1');
  expect((await read(signal)).regionsTouching({ latitude: 33.45, longitude: -107.2 }, 5)).toEqual([]);
  expect(await citiesOfZips(await read(signal), ['85001'])).toEqual(new Map([['85001', 'OF VERSION 1']]));

  const next = beginRequest();
  expect(await addressIn(await next(signal))).toBe('OF VERSION 2');
  expect(await contactIn(await next(signal))).toBe('OF VERSION 2');
  expect((await next(signal)).regionsTouching({ latitude: 33.45, longitude: -107.2 }, 5)).toEqual(['AZ']);
});

test('reads an unchanged region from its earlier build', async () => {
  await publish(3, ['ALL']);
  const dataset = await servingDataset(db.sql, 'live');
  expect(await addressIn(dataset)).toBe('OF VERSION 2');
  expect(await contactIn(dataset)).toBe('OF VERSION 3');
});

test('is empty for a region outside the dataset and for a table without that region', async () => {
  const dataset = await servingDataset(db.sql, 'live');
  expect(await propertiesByIds(dataset, ['HI'], [1])).toEqual([]);
  expect(await dataset.ask(`select 1 from ${dataset.rowsOf('property', ['ALL'])} p`, [])).toEqual([]);
});

test('asks one small statement per request, and describes a version once', async () => {
  const asked: string[] = [];
  const watched = new Proxy(db.sql, {
    apply: (target, self, given: unknown[]) => {
      if (typeof given[0] !== 'string') asked.push((given[0] as TemplateStringsArray).join('?'));
      return Reflect.apply(target as never, self, given);
    },
  });
  const beginRequest = openDatasets(readPoolOf(watched), 'live');
  const work = newWork('three requests');
  for (let request = 0; request < 3; request++) {
    const read = beginRequest();
    await runInScope({ work }, () => Promise.all([read(signal), read(signal)]));
  }
  expect(work.caches.dataset_regions).toEqual({ hits: 2, misses: 1 });
  expect(asked.filter((text) => !text.includes('.region'))).toHaveLength(3);
  expect(asked).toHaveLength(4);
});

test('recognises a rebuilt dataset with the same version numbers', async () => {
  const beginRequest = openDatasets(readPoolOf(db.sql), 'live');
  expect(await addressIn(await beginRequest()(signal))).toBe('OF VERSION 2');
  await db.sql.unsafe('drop schema market cascade');
  await ensureMarketSchema(db.sql);
  for (const version of [7, 8, 9]) await publish(version);
  expect(await addressIn(await beginRequest()(signal))).toBe('OF VERSION 9');
});

test('lets a role with read rights read later publications', async () => {
  const reader = `reader_${crypto.randomUUID().replaceAll('-', '')}`;
  await db.sql.unsafe(`create role ${reader} login`);
  try {
    await db.sql.unsafe(`grant usage on schema market to ${reader}`);
    await db.sql.unsafe(`grant select on market.version, market.region, market.property, market.contact to ${reader}`);
    await publish(10);
    await db.sql.begin(async (tx) => {
      await tx.unsafe(`set local role ${reader}`);
      const dataset = await servingDataset(tx as never, 'live');
      expect([await addressIn(dataset), await contactIn(dataset)]).toEqual(['OF VERSION 10', 'OF VERSION 10']);
    });
  } finally {
    await db.sql.unsafe(`drop owned by ${reader}`);
    await db.sql.unsafe(`drop role ${reader}`);
  }
});

test('tells a request whose version is gone to retry; an aborted request asks nothing', async () => {
  const read = openDatasets(readPoolOf(db.sql), 'live')();
  await read(signal);
  await publish(11);
  expect(await addressIn(await read(signal))).toBe('OF VERSION 10');
  for (const version of [12, 13, 14, 15, 16]) await publish(version);
  await expect(addressIn(await read(signal))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await expect(read(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
});
