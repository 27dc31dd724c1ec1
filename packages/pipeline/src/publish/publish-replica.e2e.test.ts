import { afterAll, beforeAll, expect, test } from 'bun:test';
import {
  createPartitionSql,
  ensureMarketSchema,
  NO_COUNTS,
  openDatasets,
  partitionName,
  type RegionState,
  tablesOf,
  watchDataset,
} from '@plat/dataset';
import { connect, openReplicaReads, type ReplicaReads, type Sql } from '@plat/db';
import { type ReplicatedServers, startReplicatedServers } from '@plat/db/replicated-servers';
import { swapIn } from './publish-swap.ts';

const REGIONS = ['AZ', 'PA'];
/** Between two looks of a reader: without it readers take the time in which versions are published. */
const PAUSE_MS = 5;
/** Places of a region in a version. */
const placesIn = (version: number): number => 10 * version;

let servers: ReplicatedServers;
let primary: Sql;
let standby: Sql;
let reads: ReplicaReads;
const repeats: unknown[] = [];
beforeAll(async () => {
  servers = await startReplicatedServers();
  primary = connect(servers.primary.url, { applicationName: 'test' });
  standby = connect(servers.standby.url, { applicationName: 'test' });
  await ensureMarketSchema(primary);
  await publishVersion(1);
  reads = openReplicaReads({
    primary,
    primaryUrl: servers.primary.url,
    replicaUrl: servers.standby.url,
    applicationName: 'test',
    maxLagMs: 60_000,
    checkEveryMs: 50,
    onRepeat: (cause) => repeats.push(cause),
  });
  while (reads.servedBy() !== 'replica') await Bun.sleep(10);
}, 120_000);
afterAll(async () => {
  await reads.close();
  await Promise.all([primary.end({ timeout: 0 }), standby.end({ timeout: 0 })]);
  await servers.close();
}, 30_000);

const stateOf = (version: number): RegionState => ({
  version,
  asOf: '2026-01-31',
  bounds: null,
  counts: NO_COUNTS,
  imports: [],
});

async function publishVersion(version: number): Promise<void> {
  for (const region of REGIONS) {
    for (const table of tablesOf(region)) {
      await primary.unsafe(createPartitionSql('live', table, partitionName(table, region, version), region));
    }
    await primary.unsafe(`insert into market.${partitionName('place', region, version)}
      select '${region}', 'zip', n::text, n::text, 0, 0, 1 from generate_series(1, ${placesIn(version)}) n`);
  }
  await swapIn(
    primary,
    'live',
    { version, kind: 'import', asOf: '2026-01-31', imports: [] },
    REGIONS.map((region) => ({
      region,
      current: stateOf(version),
      previous: version > 1 ? stateOf(version - 1) : null,
    })),
  );
}

test('shows no partial publish on the replica', async () => {
  let isPublishing = true;
  const seen: { version: number; az: number; pa: number; is: boolean }[] = [];
  const readers = Array.from({ length: 4 }, async () => {
    while (isPublishing) {
      seen.push(
        ...(await reads.read(
          (sql) => sql<typeof seen>`
            select (select max(version) from market.version) as version, pg_is_in_recovery() as is,
              (select count(*)::int from market.place where region = 'AZ') as az,
              (select count(*)::int from market.place where region = 'PA') as pa`,
        )),
      );
      await Bun.sleep(PAUSE_MS);
    }
  });
  for (let version = 2; version <= 15; version++) await publishVersion(version);
  while (!(await standby`select 1 from market.version where version = 15`.catch(() => [])).length) await Bun.sleep(20);
  while (!seen.some(({ version, is }) => is && version === 15)) await Bun.sleep(20);
  isPublishing = false;
  await Promise.all(readers);
  const halves = seen.filter(({ version, az, pa }) => az !== pa || az !== placesIn(version));
  expect(halves).toEqual([]);
  const versions = new Set(seen.filter(({ is }) => is).map(({ version }) => version));
  expect(versions.size).toBeGreaterThan(3);
  expect(repeats.every((cause) => (cause as { code?: string }).code === '40001')).toBe(true);
}, 120_000);

test('announces a version once the replica has it, though the notice arrives earlier', async () => {
  const heard: number[] = [];
  const watch = await watchDataset(reads, 'live', (version) => heard.push(version), { pollSeconds: 3_600 });
  await standby`select pg_wal_replay_pause()`;
  await publishVersion(16);
  await Bun.sleep(200);
  expect(heard).not.toContain(16);
  await standby`select pg_wal_replay_resume()`;
  const deadlineMs = performance.now() + 30_000;
  while (!heard.includes(16) && performance.now() < deadlineMs) await Bun.sleep(20);
  expect(heard.at(-1)).toBe(16);
  await watch.stop();
}, 60_000);

test('keeps a request on one version when another arrives on the replica between its statements', async () => {
  const beginRequest = openDatasets(reads, 'live');
  const { signal } = new AbortController();
  const asked = Array.from({ length: 4 }, () => 0);
  const seen: { az: number; pa: number; is: boolean }[] = [];
  let isPublishing = true;
  const readers = asked.map(async (_, reader) => {
    while (isPublishing) {
      const read = beginRequest();
      const places = async (region: string) => {
        const { ask, rowsOf } = await read(signal);
        const text = `select count(*)::int as places, pg_is_in_recovery() as is from ${rowsOf('place', [region])} place`;
        return (await ask<{ places: number; is: boolean }>(text, []))[0]!;
      };
      const az = await places('AZ');
      await Bun.sleep(PAUSE_MS * (1 + reader));
      const pa = await places('PA');
      seen.push({ az: az.places, pa: pa.places, is: az.is && pa.is });
      asked[reader] = asked[reader]! + 1;
    }
  });
  for (let version = 17; version <= 30; version++) {
    await publishVersion(version);
    // No request is to be overtaken by two versions: what it reads would be gone.
    const before = [...asked];
    while (asked.some((requests, reader) => requests < before[reader]! + 2)) await Bun.sleep(5);
  }
  isPublishing = false;
  await Promise.all(readers);
  expect(seen.filter(({ az, pa }) => az !== pa)).toEqual([]);
  expect(new Set(seen.filter(({ is }) => is).map(({ az }) => az)).size).toBeGreaterThan(3);
}, 120_000);
