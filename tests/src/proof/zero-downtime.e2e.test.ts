import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type OperatorAccounts, openOperatorAccounts } from '@plat/accounts/deps';
import { createCompany, createKey, setCompanyLimit } from '@plat/accounts/operator';
import { migrate } from '@plat/db';
import { createMemoryKeyEpochs } from '@plat/limits';
import { writeSampleMarket } from '@plat/pipeline/sample';
import { type TestDatabase, type TestRedis, testDatabase, testRedis } from '@plat/test-kit';
import { searchCall, verifyUsage } from './calls.fixture.ts';
import {
  type Caller,
  hasRedis,
  INTERNAL_SECRET,
  ledgerOf,
  OPERATOR,
  type Platform,
  SLOW_MS,
  startStandalone,
} from './platform.fixture.ts';
import { killAll, type TestProcess, testProcess } from './process.fixture.ts';
import { type Rotation, startRotation, startTraffic, stopAllTraffic, type Traffic } from './traffic.fixture.ts';
import { startUpstream, type Upstream } from './upstream.fixture.ts';

const AS_OF = '2026-03-01';
const CLIENTS = 6;
const CALLS_AT_STOP = 20;
const SERVICES = join(import.meta.dir, '..', '..', '..', 'services');

const statusesOf = ({ answers }: Pick<Traffic, 'answers'>): Record<string, number> => {
  const counted: Record<string, number> = {};
  for (const { status } of answers) counted[status] = (counted[status] ?? 0) + 1;
  return counted;
};

/**
 * Each rollback changes the version under traffic: a search that read two versions would pair old deals with new
 * contacts.
 */
const ROLLBACKS = 3;
const SUPPRESSIONS = 'suppressions.csv.gz';

describe('while a dataset is published', () => {
  let platform: Platform;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plat-publish-'));
    platform = await startStandalone({ hosts: 2, env: { PLAT_AS_OF: AS_OF } });
    for (const seed of [1, 2]) {
      await writeSampleMarket({ directory: join(folder, String(seed)), asOf: AS_OF, parcels: 600, seed });
    }
    // Do-not-contact lists are always the newest, whatever version a search reads.
    const [lists, others] = [1, 2].map((seed) => join(folder, String(seed), SUPPRESSIONS));
    cpSync(lists!, others!);
    expect(await imported(1)).toBe(0);
  }, SLOW_MS);
  afterAll(async () => {
    await stopAllTraffic();
    await platform?.close();
    rmSync(folder, { recursive: true, force: true });
  }, SLOW_MS);

  // Another market of the same parcels has other owners and units, and some empty ones.
  const imported = async (seed: number): Promise<number> => {
    const files = join(folder, String(seed));
    return (await platform.plat('import', 'canonical', files, '--as-of', AS_OF, '--allow-blanking')).exitCode;
  };

  test(
    'every response comes entirely from one version, also during rollbacks, and counts once',
    async () => {
      const caller = await platform.enterprise({});
      // Within 5 miles of properties; nothing else is covered.
      const body = JSON.stringify({ latitude: 33.512, longitude: -112.138, radius_miles: 10, create_deal: false });
      const callAt = (index: number) => {
        const { url } = platform.doors[index % platform.doors.length]!;
        const headers = { ...caller.headers, 'x-forwarded-for': `192.0.2.${1 + (index % 10)}` };
        return { url: `${url}/v1/buyer-search`, headers, body };
      };
      const versions: string[] = [];
      const settled = async (traffic: Traffic) => {
        await traffic.more(CLIENTS * 3);
        versions.push(traffic.answers.at(-1)!.body);
      };
      const traffic = startTraffic(CLIENTS, callAt);
      await settled(traffic);
      expect(await imported(2)).toBe(0);
      await settled(traffic);
      for (let rollback = 0; rollback < ROLLBACKS; rollback++) {
        expect((await platform.plat('market', 'rollback')).exitCode).toBe(0);
        await settled(traffic);
      }
      const answers = await traffic.stop();

      const [before, after, ...rolledBack] = versions;
      expect(statusesOf(traffic)).toEqual({ 200: answers.length });
      expect(JSON.parse(before!).length).toBeGreaterThan(0);
      expect(JSON.parse(after!).length).toBeGreaterThan(0);
      expect(after).not.toBe(before!);
      expect(rolledBack).toEqual(Array.from({ length: ROLLBACKS }, (_, at) => (at % 2 === 0 ? before! : after!)));
      expect(answers.filter(({ body }) => body !== before && body !== after)).toEqual([]);
      const changes = answers.filter(
        ({ body }, at) => at > 0 && (body === before) !== (answers[at - 1]!.body === before),
      );
      expect(changes.length).toBeGreaterThanOrEqual(1 + ROLLBACKS);
      expect(await verifyUsage(platform)).toMatchObject({ exitCode: 0, ok: true });
    },
    SLOW_MS,
  );
});

if (!hasRedis) console.log('skipped: rolling updates of services over Redis (this machine has no redis-server)');

describe.skipIf(!hasRedis)('while services are updated', () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let upstream: Upstream;
  let operator: OperatorAccounts;
  let accounts: TestProcess[];
  let gateways: TestProcess[];
  let rotation: { accounts: Rotation; gateways: Rotation };
  let folder: string;
  let made = 0;

  const accountsProcess = () =>
    testProcess({
      command: [join(SERVICES, 'accounts', 'src', 'index.ts')],
      env: { ...shared(), DATABASE_URL: database.url },
    });
  const gatewayProcess = () =>
    testProcess({
      command: [join(SERVICES, 'gateway', 'src', 'index.ts')],
      env: {
        ...shared(),
        ...upstream.env,
        PLAT_ACCOUNTS_URL: rotation.accounts.url,
        PLAT_REQUIRE_HTTPS: 'false',
        PLAT_TRUSTED_PROXIES: '127.0.0.1',
      },
    });
  const shared = () => ({ REDIS_URL: redis.url, PLAT_INTERNAL_SECRET: INTERNAL_SECRET, PLAT_LOG_LEVEL: 'error' });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plat-migrations-'));
    database = await testDatabase();
    redis = (await testRedis())!;
    upstream = startUpstream(INTERNAL_SECRET);
    // Keeps some requests in flight when a process is stopped.
    upstream.before = () => Bun.sleep(50);
    operator = await openOperatorAccounts(database.url, createMemoryKeyEpochs());
    accounts = [accountsProcess(), accountsProcess()];
    rotation = { accounts: startRotation(accounts.map(({ url }) => url)), gateways: startRotation([]) };
    gateways = [gatewayProcess(), gatewayProcess()];
    await Promise.all([...accounts, ...gateways].map((one) => one.start()));
    for (const { url } of gateways) rotation.gateways.putIn(url);
  }, SLOW_MS);
  afterAll(async () => {
    await stopAllTraffic();
    await killAll();
    await operator.close();
    await rotation.gateways.close();
    await rotation.accounts.close();
    await upstream.close();
    await redis.close();
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }, SLOW_MS);

  async function subscriber(): Promise<Caller> {
    const { id, name } = await createCompany(operator, OPERATOR, { name: `company ${++made}`, subscription: 'active' });
    await setCompanyLimit(operator, OPERATOR, id, { endpoint: 'analytics_search', customLimit: 1_000_000 });
    const { record, key } = await createKey(operator, OPERATOR, {
      kind: 'subscriber',
      name: `key ${made}`,
      companyName: name,
      rateLimit: 100_000,
    });
    return { keyId: record.id, companyId: id, headers: { 'x-api-key': key } };
  }

  /** Checks that no call failed and that the ledger has one event per call. */
  async function expectNothingLost(caller: Caller, traffic: Traffic): Promise<void> {
    const answers = await traffic.stop();
    expect(statusesOf(traffic)).toEqual({ 200: answers.length });
    expect(await ledgerOf({ database } as Platform, caller)).toBe(answers.length);
    expect(await operator.ledger.verify()).toMatchObject({ reservations: 0, differences: [], countedButOpen: [] });
  }

  /**
   * Takes a replica out of rotation before stopping it, like an orchestrator (the manifests wait five seconds), so
   * that requests on their way reach it.
   */
  async function stopOutOf(of: Rotation, one: TestProcess, traffic: Traffic): Promise<void> {
    of.takeOut(one.url);
    await traffic.answered();
    await one.stop();
  }

  async function restart(one: TestProcess, of: Rotation, traffic: Traffic): Promise<void> {
    await stopOutOf(of, one, traffic);
    await one.start();
    of.putIn(one.url);
  }

  test(
    'no call fails and each counts once while replicas are replaced one by one',
    async () => {
      const caller = await subscriber();
      const traffic = startTraffic(CLIENTS, (index) => searchCall(rotation.gateways.next(), caller, index));
      for (const one of gateways) {
        await traffic.more(CLIENTS * 3);
        await restart(one, rotation.gateways, traffic);
      }
      for (const one of accounts) {
        await traffic.more(CLIENTS * 3);
        await restart(one, rotation.accounts, traffic);
      }
      await traffic.more(CLIENTS * 3);
      await expectNothingLost(caller, traffic);
    },
    SLOW_MS,
  );

  test(
    'a stopping gateway answers its in-flight requests',
    async () => {
      const caller = await subscriber();
      const [one] = gateways;
      const reached = Promise.withResolvers<void>();
      let arrived = 0;
      upstream.before = () => {
        if (++arrived === CALLS_AT_STOP) reached.resolve();
        return Bun.sleep(1_000);
      };
      const calls = startTraffic(CALLS_AT_STOP, (index) => searchCall(one!, caller, index));
      const sent = calls.stop();
      await reached.promise;
      await one!.stop();
      expect((await sent).map(({ status }) => status)).toEqual(Array(CALLS_AT_STOP).fill(200));
      upstream.before = () => Bun.sleep(50);
      await one!.start();
      expect(await ledgerOf({ database } as Platform, caller)).toBe(CALLS_AT_STOP);
    },
    SLOW_MS,
  );

  test(
    'an additive migration runs under traffic; old and new processes serve together, then only new ones',
    async () => {
      const caller = await subscriber();
      const traffic = startTraffic(CLIENTS, (index) => searchCall(rotation.gateways.next(), caller, index));
      await traffic.more(CLIENTS * 3);
      await migrate(database.sql, { schema: 'accounts', folder: nextRelease(folder) });
      expect(await database.sql`select note from accounts.usage_ledger limit 1`).toEqual([{ note: null }] as never);
      await traffic.more(CLIENTS * 3);

      const added = accountsProcess();
      await added.start();
      rotation.accounts.putIn(added.url);
      await traffic.more(CLIENTS * 3);
      for (const one of accounts) {
        await stopOutOf(rotation.accounts, one, traffic);
        await traffic.more(CLIENTS * 3);
      }
      await expectNothingLost(caller, traffic);
    },
    SLOW_MS,
  );
});

/** The migrations of accounts plus one of a future release: a column, an index and a table. */
function nextRelease(folder: string): string {
  const shipped = join(dirname(Bun.resolveSync('@plat/accounts/deps', import.meta.dir)), 'store', 'migrations');
  cpSync(shipped, folder, { recursive: true });
  const journalFile = join(folder, 'meta', '_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8')) as { entries: { idx: number; when: number }[] };
  const last = journal.entries.at(-1)!;
  const tag = 'a_release_to_come';
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag } as never);
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(
    join(folder, `${tag}.sql`),
    [
      'alter table accounts.usage_ledger add column note text',
      'alter table accounts.usage_counters add column note text',
      'create index keys_note on accounts.usage_counters (note)',
      'create table accounts.usage_notes (id bigint primary key, note text not null)',
    ].join(';\n--> statement-breakpoint\n'),
  );
  return folder;
}
