import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import type { Sql } from '@plat/db';
import { testDatabase } from '@plat/test-kit';
import { openInvestorsDatabase } from '../../deps.ts';
import { exampleBuyer } from '../../search/domain/examples.fixture.ts';
import {
  CLAIM_MS,
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
const LONGER_THAN_A_CLAIM_MS = CLAIM_MS * 1.2;
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
  await sql`delete from investors.lookup_claims`;
});
const claims = async () => [...(await sql`select owner_key from investors.lookup_claims`)];

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

  test('are told of an owner by the search that asks about it, not by an earlier one that ends', async () => {
    const store = createPostgresLookupStore(sql);
    const gate = Promise.withResolvers<void>();
    let isSlow = false;
    const { desk } = deskOver(
      async (owners) => {
        if (owners[0]?.nameKey === 'BROKEN LLC') await Bun.sleep(150);
        return answerOf(owners);
      },
      {
        store: {
          ...store,
          among: async (...given) => {
            if (isSlow) await gate.promise;
            return store.among(...given);
          },
        },
      },
    );
    const owners = [KNOWN, buyer('KNOWN 2 LLC'), BROKEN];
    const earlier = desk.of('one').lookUp(owners, NEVER);
    while ((await sql`select from investors.skiptraced_contacts`).count < 2) await Bun.sleep(1);
    await Bun.sleep(20);
    isSlow = true;
    const later = desk.of('one').lookUp([KNOWN], NEVER);
    expect(await earlier).toEqual([FOUND, FOUND, FAILED]);
    await Bun.sleep(20);
    gate.resolve();
    expect(await later).toEqual([FOUND]);
  });

  test('of two companies share nothing', async () => {
    const { desk, asked } = deskOver();
    await Promise.all([desk.of('one').lookUp([KNOWN], NEVER), desk.of('other').lookUp([KNOWN], NEVER)]);
    expect(asked).toHaveLength(2);
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

describe('searches in several processes', () => {
  const slowly: Lookup = async (owners) => {
    await Bun.sleep(150);
    return answerOf(owners);
  };

  test('pay once for the same owner, and the others have the answer of the one', async () => {
    const replicas = Array.from({ length: 4 }, () => deskOver(slowly));
    const results = await Promise.all(replicas.map(({ desk }) => desk.of('one').lookUp([KNOWN, STRANGE], NEVER)));
    expect(results).toEqual(Array(4).fill([FOUND, NOBODY]));
    expect(
      replicas
        .flatMap(({ asked }) => asked)
        .flat()
        .sort(),
    ).toEqual(['KNOWN LLC', 'STRANGE LLC']);
    await Promise.all(replicas.map(({ desk }) => desk.close()));
    expect(await claims()).toEqual([]);
  });

  test('pay once for each owner, whichever of them they share', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `KNOWN ${index} LLC`);
    for (let round = 0; round < 5; round++) {
      const replicas = Array.from({ length: 3 }, () =>
        deskOver(async (owners) => {
          await Bun.sleep(Math.random() * 30);
          return answerOf(owners);
        }),
      );
      const searches = Array.from({ length: 12 }, async (_, index) => {
        const owners = names.filter(() => Math.random() < 0.5).sort(() => Math.random() - 0.5);
        await Bun.sleep(Math.random() * 30);
        const results = await replicas[index % 3]!.desk.of(`round ${round}`).lookUp(owners.map(buyer), NEVER);
        expect(results).toEqual(owners.map(() => FOUND));
        return owners;
      });
      const wanted = new Set((await Promise.all(searches)).flat());
      const asked = replicas.flatMap(({ asked: batches }) => batches.flat());
      expect(asked.sort()).toEqual([...wanted].sort());
      expect(replicas.flatMap(({ problems }) => problems)).toEqual([]);
    }
  });

  test('of two companies share nothing', async () => {
    const replicas = [deskOver(slowly), deskOver(slowly)];
    await Promise.all(replicas.map(({ desk }, index) => desk.of(`company ${index}`).lookUp([KNOWN], NEVER)));
    expect(replicas.map(({ asked }) => asked.length)).toEqual([1, 1]);
  });

  test('take over what the provider told another of them nothing about', async () => {
    const first = deskOver(async () => {
      await Bun.sleep(100);
      throw new Error('down');
    });
    const second = deskOver();
    const failing = first.desk.of('one').lookUp([KNOWN], NEVER);
    while (first.asked.length === 0) await Bun.sleep(1);
    expect(await second.desk.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(await failing).toEqual([FAILED]);
  });

  test('wait no longer than their own time for another', async () => {
    const answers = Promise.withResolvers<void>();
    const first = deskOver(async (owners) => {
      await answers.promise;
      return answerOf(owners);
    });
    const second = deskOver(undefined, { waitMs: 30 });
    const paid = first.desk.of('one').lookUp([KNOWN], NEVER);
    while (first.asked.length === 0) await Bun.sleep(1);
    expect(await second.desk.of('one').lookUp([KNOWN], NEVER)).toEqual([FAILED]);
    answers.resolve();
    expect(await paid).toEqual([FOUND]);
    await second.desk.close();
    expect(second.asked).toEqual([]);
  });

  test('wait for a slow provider as long as whoever asked it lives', async () => {
    const first = deskOver(async (owners) => {
      await Bun.sleep(LONGER_THAN_A_CLAIM_MS);
      return answerOf(owners);
    });
    const second = deskOver();
    const paid = first.desk.of('one').lookUp([KNOWN], NEVER);
    while (first.asked.length === 0) await Bun.sleep(1);
    expect(await second.desk.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(await paid).toEqual([FOUND]);
    expect(second.asked).toEqual([]);
  });

  test('are not held up by a dead one for longer than its claim', async () => {
    const dead = createPostgresLookupStore(sql);
    const { desk, asked } = deskOver();
    const ownerKey = 'KNOWN LLC@9 E ALMERIA RD PHOENIX AZ 85003';
    expect(await dead.claim(crypto.randomUUID(), 'one', [ownerKey], CLAIM_MS * 1_000, NEVER)).toEqual([ownerKey]);
    const found = desk.of('one').lookUp([KNOWN, STRANGE], NEVER);
    while (asked.length === 0) await Bun.sleep(1);
    await Bun.sleep(500);
    expect(asked).toEqual([['STRANGE LLC']]);
    await sql`update investors.lookup_claims set claimed_until = now() where owner_key = ${ownerKey}`;
    expect(await found).toEqual([FOUND, NOBODY]);
    expect(asked).toEqual([['STRANGE LLC'], ['KNOWN LLC']]);
  });

  test('keep the newer of two answers, should both have paid', async () => {
    const store = createPostgresLookupStore(sql);
    const kept = (contact: Contact, lookedUpAtMs: number) =>
      store.keep('one', [{ ownerKey: 'owner', nameKey: 'KNOWN LLC', contact, lookedUpAtMs }], 0);
    const newer = { ...RUTH, wireless: ['6025550199'] };
    await kept(newer, NOW_MS + 1_000);
    await kept(RUTH, NOW_MS);
    expect(await store.among('one', ['owner'], NEVER)).toMatchObject([{ contact: newer }]);
  });
});

describe('when a search gives up', () => {
  test('it rejects at once, and the provider is told that nobody waits', async () => {
    const stop = new AbortController();
    const { desk, problems } = deskOver(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          stop.abort(new Error('too late'));
        }),
    );
    await expect(desk.of('one').lookUp([KNOWN], stop.signal)).rejects.toThrow('too late');
    await Bun.sleep(30);
    await desk.close();
    expect(problems).toEqual([]);
    expect(await claims()).toEqual([]);
  });

  test('what was sent is heard and kept all the same: it is paid', async () => {
    const stop = new AbortController();
    const { desk } = deskOver(async (owners) => {
      stop.abort(new Error('gone'));
      await Bun.sleep(30);
      return answerOf(owners);
    });
    await expect(desk.of('one').lookUp([KNOWN], stop.signal)).rejects.toThrow('gone');
    await desk.close();
    const { desk: next, asked } = deskOver();
    expect(await next.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(asked).toEqual([]);
  });

  test('the next one asks anew for what was not sent', async () => {
    let call = 0;
    const stop = new AbortController();
    const { desk } = deskOver(async (owners, signal) => {
      call += 1;
      if (call > 1) return answerOf(owners);
      const untold = new Promise((resolve) => signal.addEventListener('abort', resolve));
      stop.abort(new Error('gone'));
      await untold;
      await Bun.sleep(20);
      throw signal.reason;
    });
    await expect(desk.of('one').lookUp([KNOWN], stop.signal)).rejects.toThrow('gone');
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
    const answers = Promise.withResolvers<void>();
    const slow: Lookup = async (owners) => {
      if (owners[0]?.nameKey === 'STRANGE LLC') await answers.promise;
      return answerOf(owners);
    };
    const owners = [KNOWN, buyer('KNOWN 2 LLC'), STRANGE];
    const { desk } = deskOver(slow, { waitMs: 3_000 });
    expect(await desk.of('one').lookUp(owners, NEVER)).toEqual([FOUND, FOUND, FAILED]);
    const { desk: late } = deskOver(slow);
    expect(await late.of('two', NOW_MS + 1_000).lookUp(owners, NEVER)).toEqual([FAILED, FAILED, FAILED]);
    answers.resolve();
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

  test('when owners cannot be claimed: nothing is paid that another process may be paying for', async () => {
    const store = createPostgresLookupStore(sql);
    const { desk, asked, problems } = deskOver(undefined, {
      store: { ...store, claim: () => Promise.reject(new Error('away')) },
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
    await desk.close();
  });
});

describe('what was paid while the store was away', () => {
  /** A store that keeps nothing until it is back. */
  function storeThatIsAway() {
    const store = createPostgresLookupStore(sql);
    const state = { isAway: true };
    const keep: typeof store.keep = (...given) =>
      state.isAway ? Promise.reject(new Error('away')) : store.keep(...given);
    return { state, store: { ...store, keep } };
  }

  test('is told at once, kept when it is back, and paid once by all processes meanwhile', async () => {
    const { state, store } = storeThatIsAway();
    const { desk, asked } = deskOver(undefined, { store });
    const other = deskOver();
    expect(await desk.of('one').lookUp([KNOWN, BROKEN], NEVER)).toEqual([FOUND, FAILED]);
    const waiting = other.desk.of('one').lookUp([KNOWN], NEVER);
    expect(await desk.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    await Bun.sleep(LONGER_THAN_A_CLAIM_MS);
    state.isAway = false;
    expect(await waiting).toEqual([FOUND]);
    await desk.close();
    expect([asked, other.asked]).toEqual([[['KNOWN LLC', 'BROKEN LLC']], []]);
    expect(await claims()).toEqual([]);
  });

  test('is kept at the latest when the process stops, if it is back by then', async () => {
    const { state, store } = storeThatIsAway();
    const { desk } = deskOver(undefined, { store });
    await desk.of('one').lookUp([KNOWN], NEVER);
    state.isAway = false;
    await desk.close();
    const { desk: next, asked } = deskOver();
    expect(await next.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(asked).toEqual([]);
  });
});

test('lookups that stand no longer are dropped when others are kept, of whatever company', async () => {
  await deskOver().desk.of('one').lookUp([KNOWN], NEVER);
  const { desk } = deskOver(undefined, { clock: { nowMs: () => NOW_MS + FOUND_GOOD_FOR_MS + 1 } });
  await desk.of('other').lookUp([STRANGE], NEVER);
  expect(await sql`select company_id from investors.skiptraced_contacts`).toEqual([{ company_id: 'other' }] as never);
});
