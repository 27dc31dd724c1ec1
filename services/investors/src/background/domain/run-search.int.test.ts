import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BuyerFilters, buyerSearchCriteria } from '@plat/contracts';
import type { Sql } from '@plat/db';
import { AppError, createLogger, DAY_MS } from '@plat/kit';
import { fixedClock, type TestDatabase, testDatabase } from '@plat/test-kit';
import fc from 'fast-check';
import { openInvestorsDatabase } from '../../deps.ts';
import { createPostgresWebhookOutbox } from '../../webhooks/store/postgres-webhook-outbox.ts';
import { createPostgresSearchStore } from '../store/postgres-search-store.ts';
import type { SearchRunDeps } from './ports.ts';
import { endSearch, FAILED_ON_OUR_SIDE, LOST_RESERVATION, runSearch } from './run-search.ts';
import type { NewSearch } from './search.ts';
import { OVERDUE_MS, sweepSearches } from './sweep-searches.ts';

let database: TestDatabase;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = await openInvestorsDatabase(database.url);
}, 60_000);
afterAll(async () => {
  await sql?.end();
  await database?.close();
});

const signal = new AbortController().signal;
const clock = fixedClock('2026-03-01T12:00:00Z');
const CRITERIA: BuyerFilters = buyerSearchCriteria({ address: 'the house' });
const URL_TOLD = 'https://hooks.example.com/in';

const newSearch = (changes: Partial<NewSearch> = {}): NewSearch => ({
  id: crypto.randomUUID(),
  searcher: { companyId: 'c', keyId: 'k', userId: null, realm: 'live' },
  question: { api: 'v1', criteria: CRITERIA, asOf: '2026-03-01' },
  sort: 'rank',
  reservationId: crypto.randomUUID(),
  callback: { url: URL_TOLD, secret: null, withResults: false },
  createdAt: new Date(clock.nowMs()).toISOString(),
  ...changes,
});

/** The ledger of one reservation, as accounts keeps it. */
class Ledger {
  state: 'held' | 'counted' | 'gone' = 'held';
  commit = async () => {
    if (this.state === 'held') this.state = 'counted';
    return this.state === 'counted' ? ('counted' as const) : ('unknown' as const);
  };
  release = async () => {
    if (this.state === 'held') this.state = 'gone';
  };
}

interface World {
  search: NewSearch;
  ledger: Ledger;
  deps: SearchRunDeps;
  /** Number of times that the run looked for buyers. */
  looks: { all: number };
  ended: string[];
}

/** An accepted search, and everything that its run needs. */
async function world(find: SearchRunDeps['finders']['v1'], changes: Partial<NewSearch> = {}): Promise<World> {
  const jobs = { add: async () => {} };
  const searches = createPostgresSearchStore({ sql, jobs, outbox: createPostgresWebhookOutbox() });
  const ledger = new Ledger();
  const looks = { all: 0 };
  const ended: string[] = [];
  const finder: typeof find = async (...asked) => {
    looks.all += 1;
    return find(...asked);
  };
  const search = newSearch(changes);
  const deps: SearchRunDeps = {
    searches,
    finders: { v1: finder, legacy: finder },
    usage: ledger,
    log: createLogger({ name: 'test', level: 'silent' }),
    nowMs: () => clock.nowMs(),
    onEnded: (_, outcome) => ended.push(outcome),
  };
  await searches.accept(search, { searchId: search.id, requestId: 'r' });
  return { search, ledger, deps, looks, ended };
}

const findsNobody = async () => ({ buyers: [], skiptraced: false });
const eventsOf = async (searchId: string) =>
  (await sql<{ event: string }[]>`select event from investors.webhook_deliveries where search_id = ${searchId}`).map(
    ({ event }) => event,
  );
const job = ({ search }: World) => ({ searchId: search.id, requestId: 'r' });

/** Fate of one call of a port: it succeeds, or its process dies before or after it takes effect. */
type Fate = 'well' | 'dies before' | 'dies after';
class Died extends Error {}

function perilous<Port extends object>(port: Port, fate: () => Fate): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...given: unknown[]) => {
        const now = fate();
        if (now === 'dies before') throw new Died();
        const result = await member.apply(target, given);
        if (now === 'dies after') throw new Died();
        return result;
      };
    },
  });
}

const fates = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fate>('well') },
    { weight: 1, arbitrary: fc.constantFrom<Fate>('dies before', 'dies after') },
  ),
  { minLength: 60, maxLength: 60 },
);

describe('a search, through crashes and with any number of workers,', () => {
  const scenario = fc.record({
    fates: fc.tuple(fates, fates),
    finds: fc.constantFrom('buyers', 'nothing at this address', 'a mistake of ours'),
    attempts: fc.integer({ min: 1, max: 5 }),
    /** The reservation is released or lapses before this attempt of the first worker. */
    lapsesBefore: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
  });

  test('ends once, sends one webhook, and counts only when it completes', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ fates, finds, attempts, lapsesBefore }) => {
        const w = await world(async () => {
          if (finds === 'nothing at this address') throw new AppError('ADDRESS_NOT_FOUND', 'Nothing is there');
          if (finds === 'a mistake of ours') throw new TypeError('x is not a function');
          return { buyers: [], skiptraced: true };
        });
        let looksOfWhoBeganAfterCount = 0;
        const worker = async (own: Fate[], isFirst: boolean) => {
          let next = 0;
          let beganAfterCount = false;
          const fate = () => own[next++] ?? 'well';
          const finder: typeof w.deps.finders.v1 = (...asked) => {
            if (beganAfterCount) looksOfWhoBeganAfterCount += 1;
            return w.deps.finders.v1(...asked);
          };
          const deps: SearchRunDeps = {
            ...w.deps,
            finders: { v1: finder, legacy: finder },
            searches: perilous(w.deps.searches, fate),
            usage: perilous(w.deps.usage, fate),
          };
          for (let attempt = 0; attempt < attempts; attempt++) {
            if (isFirst && lapsesBefore === attempt) await w.ledger.release();
            beganAfterCount = w.ledger.state === 'counted';
            await runSearch(job(w), deps, signal).catch(() => {});
          }
          for (let tries = 0; tries < own.length; tries++) {
            const isOver = await endSearch(job(w), deps, signal).then(
              () => true,
              () => false,
            );
            if (isOver) return;
          }
          throw new Error('could not end the search');
        };
        await Promise.all([worker(fates[0], true), worker(fates[1], false)]);

        const search = await w.deps.searches.find(w.search.id, clock.nowMs());
        expect(search?.state).not.toBe('pending');
        const completed = search?.state === 'completed';
        expect(await eventsOf(w.search.id)).toEqual([`buyer_search.${search?.state}`]);
        expect(w.ledger.state).toBe(completed ? 'counted' : 'gone');
        expect(looksOfWhoBeganAfterCount).toBe(0);
        expect(search?.error === null).toBe(completed);
        if (completed) expect(await w.deps.searches.buyersOf(w.search.id)).toEqual([]);
        if (finds !== 'buyers') expect(completed).toBe(false);
      }),
      { numRuns: 150 },
    );
  }, 120_000);
});

describe('a run', () => {
  test('does nothing for a missing or ended search', async () => {
    const w = await world(findsNobody);
    await runSearch(job(w), w.deps, signal);
    await runSearch(job(w), w.deps, signal);
    await endSearch(job(w), w.deps, signal);
    await runSearch({ searchId: crypto.randomUUID(), requestId: 'r' }, w.deps, signal);
    expect(w.looks.all).toBe(1);
    expect(w.ended).toEqual(['completed']);
  });

  test('is repeated after a failure on our side, and by another process after a stop', async () => {
    for (const error of [new AppError('UPSTREAM_ERROR', 'The address lookup failed'), new Error('crash')]) {
      const w = await world(() => Promise.reject(error));
      await expect(runSearch(job(w), w.deps, signal)).rejects.toBe(error);
      expect((await w.deps.searches.find(w.search.id, clock.nowMs()))?.state).toBe('pending');
      await endSearch(job(w), w.deps, signal);
      const search = await w.deps.searches.find(w.search.id, clock.nowMs());
      expect(search).toMatchObject({ state: 'failed', error: FAILED_ON_OUR_SIDE });
      expect(w.ledger.state).toBe('gone');
    }
  });

  test('fails with a reason when its reservation has lapsed', async () => {
    const w = await world(findsNobody);
    await w.ledger.release();
    await runSearch(job(w), w.deps, signal);
    const search = await w.deps.searches.find(w.search.id, clock.nowMs());
    expect(search).toMatchObject({ state: 'failed', error: LOST_RESERVATION, resultCount: 0 });
  });

  test('retries the release of a reservation until it succeeds', async () => {
    const w = await world(() => Promise.reject(new AppError('ADDRESS_NOT_FOUND', 'Nothing is there')));
    const release = w.ledger.release;
    w.ledger.release = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'away'));
    await expect(runSearch(job(w), w.deps, signal)).rejects.toThrow('away');
    expect(w.ended).toEqual(['failed']);
    w.ledger.release = release;
    await runSearch(job(w), w.deps, signal);
    expect(w.ledger.state).toBe('gone');
    expect(w.ended).toEqual(['failed']);
  });
});

describe('a sweep', () => {
  const later = (ms: number) => () => clock.nowMs() + ms;

  test('ends searches that are pending for a day, and no younger ones', async () => {
    const old = await world(findsNobody);
    expect(await sweepSearches({ ...old.deps, nowMs: later(OVERDUE_MS) }, signal)).toMatchObject({ ended: 0 });
    const swept = await sweepSearches({ ...old.deps, nowMs: later(OVERDUE_MS + 1) }, signal);
    expect(swept.ended).toBeGreaterThan(0);
    const search = await old.deps.searches.find(old.search.id, clock.nowMs());
    expect(search).toMatchObject({ state: 'failed', error: FAILED_ON_OUR_SIDE });
    expect(old.ledger.state).toBe('gone');
  });

  test('deletes searches 30 days after they ended, with their buyers and webhooks', async () => {
    const w = await world(findsNobody);
    await runSearch(job(w), w.deps, signal);
    const rows = async () => {
      const [row] = await sql<{ searches: number; results: number; webhooks: number }[]>`
        select (select count(*)::int from investors.searches where id = ${w.search.id}) as searches,
          (select count(*)::int from investors.search_results where search_id = ${w.search.id}) as results,
          (select count(*)::int from investors.webhook_deliveries where search_id = ${w.search.id}) as webhooks`;
      return row;
    };
    await sweepSearches({ ...w.deps, nowMs: later(30 * DAY_MS - 1) }, signal);
    expect(await rows()).toEqual({ searches: 1, results: 1, webhooks: 1 });
    const nowMs = later(30 * DAY_MS);
    expect(await w.deps.searches.find(w.search.id, nowMs())).toBeNull();
    const { deleted } = await sweepSearches({ ...w.deps, nowMs }, signal);
    expect(deleted).toBeGreaterThan(0);
    expect(await rows()).toEqual({ searches: 0, results: 0, webhooks: 0 });
  });

  test('ends and deletes each search once when several processes sweep', async () => {
    const worlds = await Promise.all(Array.from({ length: 8 }, () => world(findsNobody)));
    const deps = { ...worlds[0]!.deps, nowMs: later(OVERDUE_MS + 1) };
    await Promise.all([sweepSearches(deps, signal), sweepSearches(deps, signal), sweepSearches(deps, signal)]);
    for (const { search } of worlds) expect(await eventsOf(search.id)).toEqual(['buyer_search.failed']);
  });
});
