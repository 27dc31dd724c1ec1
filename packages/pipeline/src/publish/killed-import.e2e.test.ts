import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RegionState } from '@plat/dataset';
import { keptBuilds, listPartitions, partitionName, tablesOf } from '@plat/dataset';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { COUNTY_AS_OF, writeCounty } from '../import/county.fixture.ts';
import { importMarket, marketStatus } from '../index.ts';

setDefaultTimeout(180_000);

const KILLS = 5;
const PARCELS = 300;

let db: TestDatabase;
let home: string;
beforeAll(async () => {
  db = await testDatabase();
  home = await mkdtemp(join(tmpdir(), 'plat-killed-'));
});
afterAll(async () => {
  await db.close();
  await rm(home, { recursive: true, force: true });
});

const county = (prefix: string, parcels: number) =>
  writeCounty(join(home, 'input', prefix), { state: 'AZ', prefix, parcels, latitude: 33, longitude: -112 });

const spawnImport = (folder: string) =>
  Bun.spawn([process.execPath, join(import.meta.dir, 'killed-import.fixture.ts'), db.url, home, folder], {
    stdout: 'ignore',
    stderr: 'ignore',
  });

/** The server may still run the last statement of a dead process. */
async function untilServerNoticed(): Promise<void> {
  for (;;) {
    const sessions = await db.sql`select 1 from pg_stat_activity where application_name = 'plat-killed-import'`;
    if (sessions.length === 0) return;
    await Bun.sleep(50);
  }
}

/** Invariants at every moment: facts and partitions of the serving version exist, and its counts match its rows. */
async function expectSoundDataset(): Promise<number> {
  const states = await db.sql<{ region: string; current: RegionState }[]>`select region, current from market.region`;
  const [dataset] = await db.sql<{ id: string }[]>`select id from market.dataset`;
  for (const { region, current } of states) {
    const partitions = await listPartitions(db.sql, 'live');
    for (const table of tablesOf(region)) expect(partitions).toContain(partitionName(table, region, current.version));
    for (const { path } of current.imports.flatMap((one) => one.files)) {
      expect(existsSync(join(home, 'market', 'facts', dataset!.id, path))).toBe(true);
    }
  }
  const [rows] = await db.sql<{ properties: number; deals: number }[]>`
    select (select count(*) from market.property) as properties,
      (select count(*) from market.deal where not extended) as deals`;
  const { version, properties, flips, rentals } = await marketStatus(db.sql, 'live');
  expect(rows).toEqual({ properties, deals: flips + rentals });
  return version;
}

test('serves a complete version after an import is killed at any moment, and the next import succeeds', async () => {
  const first = await county('A', 40);
  await importMarket({ home, sql: db.sql, source: { kind: 'canonical' }, files: [first], asOf: COUNTY_AS_OF });

  const started = performance.now();
  const whole = spawnImport(await county('whole', PARCELS));
  expect(await whole.exited).toBe(0);
  const durationMs = performance.now() - started;
  expect(await expectSoundDataset()).toBe(2);

  let killedBeforePublishing = 0;
  // More, and sooner, when the whole import took long for another reason and all of these came too late.
  for (let kill = 0; kill < KILLS || killedBeforePublishing === 0; kill++) {
    const before = (await marketStatus(db.sql, 'live')).version;
    const child = spawnImport(await county(`K${'ABCDEFGHIJ'[kill]}`, PARCELS));
    const share = kill < KILLS ? 0.25 + (0.75 * (kill + Math.random())) / KILLS : 0.5 ** (kill - KILLS + 3);
    await Bun.sleep(durationMs * share);
    child.kill('SIGKILL');
    await child.exited;
    await untilServerNoticed();
    const after = await expectSoundDataset();
    expect([before, before + 1]).toContain(after);
    if (after === before) killedBeforePublishing++;
  }

  const report = await importMarket({
    home,
    sql: db.sql,
    source: { kind: 'canonical' },
    files: [await county('Z', 10)],
    asOf: COUNTY_AS_OF,
  });
  expect(await expectSoundDataset()).toBe(report.version);
  const [region] = await db.sql<{ current: RegionState }[]>`select current from market.region where region = 'AZ'`;
  const builds = await keptBuilds(db.sql, 'live');
  expect(builds.length).toBeLessThanOrEqual(6);
  const kept = builds.flatMap(({ build }) => tablesOf('AZ').map((table) => partitionName(table, 'AZ', build)));
  expect(await listPartitions(db.sql, 'live')).toEqual(kept.sort());
  const [dataset] = await db.sql<{ id: string }[]>`select id from market.dataset`;
  expect(await readdir(join(home, 'market', 'tmp', dataset!.id))).toEqual([]);
  const folders = new Set(region!.current.imports.flatMap((one) => one.files.map((file) => file.path.split('/')[0])));
  expect((await readdir(join(home, 'market', 'facts', dataset!.id))).sort()).toEqual([...folders].sort() as string[]);
});
