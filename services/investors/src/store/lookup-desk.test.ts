import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Sql } from '@plat/db';
import { testDatabase } from '@plat/test-kit';
import { openInvestorsDatabase } from '../deps.ts';
import { exampleBuyer } from '../domain/examples.fixture.ts';
import {
  createLookupDesk,
  FOUND_GOOD_FOR_MS,
  type LookupDeskOptions,
  type LookupOutcome,
  NOBODY_GOOD_FOR_MS,
} from '../domain/lookup-desk.ts';
import type { OwnerOnRecord } from '../domain/owner-lookup.ts';
import type { Contact } from '../domain/suppression.ts';
import { createPostgresLookupStore } from './skiptraced-contacts.ts';

const NEVER = new AbortController().signal;
const NOW_MS = Date.parse('2026-06-30T12:00:00Z');
const RUTH: Contact = {
  firstName: 'Ruth',
  lastName: 'Ashbrook',
  zip: null,
  wireless: ['6025550101'],
  landline: [],
  email: [],
};
const FOUND = { contact: RUTH, failed: false };
const NOBODY = { contact: null, failed: false };
const FAILED = { contact: null, failed: true };

let database: Awaited<ReturnType<typeof testDatabase>>;
let sql: Sql;
beforeAll(async () => {
  database = await testDatabase();
  sql = await openInvestorsDatabase(database.url);
}, 60_000);
afterAll(async () => {
  await sql?.end();
  await database?.close();
});
afterEach(async () => {
  await sql`delete from investors.skiptraced_contacts`;
});

const buyer = (name: string) => exampleBuyer({ name, nameKey: name, mailingZip: '85003' });
const KNOWN = buyer('KNOWN LLC');
const STRANGE = buyer('STRANGE LLC');
const BROKEN = buyer('BROKEN LLC');

type Lookup = (owners: readonly OwnerOnRecord[], signal: AbortSignal) => Promise<ReadonlyMap<string, Contact | null>>;
const answerOf = (owners: readonly OwnerOnRecord[]) =>
  new Map(
    owners.flatMap(({ ownerKey, nameKey }) =>
      nameKey.startsWith('BROKEN') ? [] : [[ownerKey, nameKey.startsWith('KNOWN') ? RUTH : null] as const],
    ),
  );

/** A desk of one process over the database, with whom it asked the provider about. */
function deskOver(lookUp: Lookup = async (owners) => answerOf(owners), changes: Partial<LookupDeskOptions> = {}) {
  const asked: string[][] = [];
  const outcomes: Partial<Record<LookupOutcome, number>> = {};
  const problems: string[] = [];
  const desk = createLookupDesk({
    store: createPostgresLookupStore(sql),
    provider: {
      batchSize: 2,
      lookUp: (owners, signal) => {
        asked.push(owners.map(({ nameKey }) => nameKey));
        return lookUp(owners, signal);
      },
    },
    clock: { nowMs: () => NOW_MS },
    onOutcome: (outcome, owners) => {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + owners;
    },
    onProblem: (problem) => problems.push(problem),
    ...changes,
  });
  return { desk, asked, outcomes, problems };
}

describe('a lookup', () => {
  test('is paid once per company, also when nobody is known, and by each company for itself', async () => {
    const { desk, asked, outcomes } = deskOver();
    expect(await desk.of('one').lookUp([KNOWN, STRANGE], NEVER)).toEqual([FOUND, NOBODY]);
    expect(await desk.of('one').lookUp([STRANGE, KNOWN], NEVER)).toEqual([NOBODY, FOUND]);
    expect(asked).toEqual([['KNOWN LLC', 'STRANGE LLC']]);
    await desk.of('other').lookUp([KNOWN], NEVER);
    expect(asked).toHaveLength(2);
    expect(outcomes).toMatchObject({ kept: 2, found: 2, nobody: 1 });
  });

  test('is kept over a restart', async () => {
    await deskOver().desk.of('one').lookUp([KNOWN], NEVER);
    const { desk, asked } = deskOver();
    expect(await desk.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(asked).toEqual([]);
  });

  test.each([
    ['found contact', KNOWN, FOUND_GOOD_FOR_MS],
    ['missing contact', STRANGE, NOBODY_GOOD_FOR_MS],
  ])('of a %s stands as long as it may, and no longer', async (_, one, goodForMs) => {
    await deskOver().desk.of('one').lookUp([one], NEVER);
    for (const [ageMs, calls] of [
      [goodForMs - 1, 0],
      [goodForMs, 1],
    ] as const) {
      const { desk, asked } = deskOver(undefined, { clock: { nowMs: () => NOW_MS + ageMs } });
      await desk.of('one').lookUp([one], NEVER);
      expect(asked).toHaveLength(calls);
    }
  });

  test('that the provider had no usable answer for has failed and is asked again', async () => {
    const { desk, asked } = deskOver();
    expect(await desk.of('one').lookUp([BROKEN, KNOWN], NEVER)).toEqual([FAILED, FOUND]);
    await desk.of('one').lookUp([BROKEN, KNOWN], NEVER);
    expect(asked).toEqual([['BROKEN LLC', 'KNOWN LLC'], ['BROKEN LLC']]);
  });

  test('goes in batches, with each owner once', async () => {
    const { desk, asked } = deskOver();
    const owners = [1, 2, 3, 4, 5].map((number) => buyer(`KNOWN ${number} LLC`));
    expect(await desk.of('one').lookUp([...owners, owners[0]!], NEVER)).toEqual(Array(6).fill(FOUND));
    expect(asked.map((batch) => batch.length).sort()).toEqual([1, 2, 2]);
  });

  test('of a buyer without a name is not made', async () => {
    const { desk, asked } = deskOver();
    expect(await desk.of('one').lookUp([{ ...KNOWN, name: null, nameKey: null }], NEVER)).toEqual([NOBODY]);
    expect(asked).toEqual([]);
  });
});

describe('searches at the same time', () => {
  test('pay once for the same owner, however they overlap', async () => {
    const { desk, asked, outcomes } = deskOver(async (owners) => {
      await Bun.sleep(20);
      return answerOf(owners);
    });
    const results = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await Bun.sleep(index * 3);
        return desk.of('one').lookUp([KNOWN], NEVER);
      }),
    );
    expect(results).toEqual(Array(12).fill([FOUND]));
    expect(asked).toEqual([['KNOWN LLC']]);
    expect((outcomes.shared ?? 0) + (outcomes.kept ?? 0)).toBe(11);
  });

  test('of two companies share nothing', async () => {
    const { desk, asked } = deskOver();
    await Promise.all([desk.of('one').lookUp([KNOWN], NEVER), desk.of('other').lookUp([KNOWN], NEVER)]);
    expect(asked).toHaveLength(2);
  });

  test('in two processes keep one lookup, the newer one', async () => {
    const newer = { ...RUTH, wireless: ['6025550199'] };
    const late = deskOver(async ([owner]) => new Map([[owner!.ownerKey, newer]]), {
      clock: { nowMs: () => NOW_MS + 1_000 },
    });
    const early = deskOver(async (owners) => {
      await Bun.sleep(30);
      return answerOf(owners);
    });
    const slow = early.desk.of('one').lookUp([KNOWN], NEVER);
    while (early.asked.length === 0) await Bun.sleep(1);
    await Promise.all([slow, late.desk.of('one').lookUp([KNOWN], NEVER)]);
    expect([early.asked.length, late.asked.length]).toEqual([1, 1]);
    expect(await deskOver().desk.of('one').lookUp([KNOWN], NEVER)).toEqual([{ contact: newer, failed: false }]);
  });

  test('go on when one of them gives up', async () => {
    const { desk, asked } = deskOver(async (owners) => {
      await Bun.sleep(30);
      return answerOf(owners);
    });
    const stop = new AbortController();
    const givesUp = desk.of('one').lookUp([KNOWN], stop.signal);
    const goesOn = desk.of('one').lookUp([KNOWN], NEVER);
    stop.abort(new Error('the caller left'));
    await expect(givesUp).rejects.toThrow('the caller left');
    expect(await goesOn).toEqual([FOUND]);
    expect(asked).toHaveLength(1);
  });
});

describe('when a search gives up', () => {
  const untilAborted: Lookup = (_, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

  test('it rejects at once, and the provider is told that nobody waits', async () => {
    const { desk, problems } = deskOver(untilAborted);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('too late')), 10);
    await expect(desk.of('one').lookUp([KNOWN], stop.signal)).rejects.toThrow('too late');
    await Bun.sleep(30);
    await desk.close();
    expect(problems).toEqual([]);
  });

  test('what was sent is heard and kept all the same: it is paid', async () => {
    const { desk } = deskOver(async (owners) => {
      await Bun.sleep(30);
      return answerOf(owners);
    });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 10);
    await desk
      .of('one')
      .lookUp([KNOWN], stop.signal)
      .catch(() => {});
    await desk.close();
    const { desk: next, asked } = deskOver();
    expect(await next.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(asked).toEqual([]);
  });

  test('the next one asks anew for what was not sent', async () => {
    let call = 0;
    const { desk } = deskOver(async (owners, signal) => {
      call += 1;
      if (call > 1) return answerOf(owners);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Bun.sleep(20);
      throw signal.reason;
    });
    const stop = new AbortController();
    const first = desk.of('one').lookUp([KNOWN], stop.signal);
    await Bun.sleep(10);
    stop.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await Bun.sleep(5);
    expect(await desk.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
  });
});

describe('a search does not fail', () => {
  test('when the provider does: what is kept is told, the rest has failed', async () => {
    await deskOver().desk.of('one').lookUp([KNOWN], NEVER);
    const { desk, problems } = deskOver(() => Promise.reject(new Error('down')));
    expect(await desk.of('one').lookUp([KNOWN, STRANGE], NEVER)).toEqual([FOUND, FAILED]);
    expect(problems).toEqual(['provider']);
  });

  test('when its time is up, also by its own deadline: what came by then is told', async () => {
    const slow: Lookup = async (owners) => {
      if (owners[0]?.nameKey === 'STRANGE LLC') await Bun.sleep(400);
      return answerOf(owners);
    };
    const owners = [KNOWN, buyer('KNOWN 2 LLC'), STRANGE];
    const { desk } = deskOver(slow, { waitMs: 100 });
    const startedMs = performance.now();
    expect(await desk.of('one').lookUp(owners, NEVER)).toEqual([FOUND, FOUND, FAILED]);
    expect(performance.now() - startedMs).toBeLessThan(350);
    const { desk: late } = deskOver(slow);
    expect(await late.of('two', NOW_MS + 1_000).lookUp(owners, NEVER)).toEqual([FAILED, FAILED, FAILED]);
    await Promise.all([desk.close(), late.close()]);
  });

  test('when what is kept cannot be read: nothing is paid twice for it', async () => {
    const store = createPostgresLookupStore(sql);
    const { desk, asked, problems } = deskOver(undefined, {
      store: { ...store, among: () => Promise.reject(new Error('away')) },
    });
    expect(await desk.of('one').lookUp([KNOWN], NEVER)).toEqual([FAILED]);
    expect([asked, problems]).toEqual([[], ['store']]);
  });

  test('when what was found cannot be kept', async () => {
    const store = createPostgresLookupStore(sql);
    const { desk, problems } = deskOver(undefined, {
      store: { ...store, keep: () => Promise.reject(new Error('away')) },
    });
    expect(await desk.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(problems).toEqual(['store']);
  });
});

test('lookups that stand no longer are dropped when others are kept, of whatever company', async () => {
  await deskOver().desk.of('one').lookUp([KNOWN], NEVER);
  const { desk } = deskOver(undefined, { clock: { nowMs: () => NOW_MS + FOUND_GOOD_FOR_MS + 1 } });
  await desk.of('other').lookUp([STRANGE], NEVER);
  expect(await sql`select company_id from investors.skiptraced_contacts`).toEqual([{ company_id: 'other' }] as never);
});
