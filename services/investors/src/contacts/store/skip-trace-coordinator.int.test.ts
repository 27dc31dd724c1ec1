import { describe, expect, test } from 'bun:test';
import { FOUND_GOOD_FOR_MS, NOBODY_GOOD_FOR_MS } from '../domain/skip-trace.ts';
import {
  answerOf,
  BROKEN,
  buyer,
  coordinatorOver,
  FAILED,
  FOUND,
  KNOWN,
  NEVER,
  NOBODY,
  NOW_MS,
  STRANGE,
  sql,
  useLookupDatabase,
} from './skip-trace-under-test.fixture.ts';
import { createPostgresLookupStore } from './skiptraced-contacts.ts';

useLookupDatabase();

describe('a lookup', () => {
  test('is paid once by each company, also when nobody is known', async () => {
    const { coordinator, asked, outcomes } = coordinatorOver();
    expect(await coordinator.of('one').lookUp([KNOWN, STRANGE], NEVER)).toEqual([FOUND, NOBODY]);
    expect(await coordinator.of('one').lookUp([STRANGE, KNOWN], NEVER)).toEqual([NOBODY, FOUND]);
    expect(asked).toEqual([['KNOWN LLC', 'STRANGE LLC']]);
    await coordinator.of('other').lookUp([KNOWN], NEVER);
    expect(asked).toHaveLength(2);
    expect(outcomes).toMatchObject({ kept: 2, found: 2, nobody: 1 });
  });

  test('survives a restart', async () => {
    await coordinatorOver().coordinator.of('one').lookUp([KNOWN], NEVER);
    const { coordinator, asked } = coordinatorOver();
    expect(await coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(asked).toEqual([]);
  });

  test.each([
    ['found contact', KNOWN, FOUND_GOOD_FOR_MS],
    ['missing contact', STRANGE, NOBODY_GOOD_FOR_MS],
  ])('of a %s stays valid exactly for its lifetime', async (_, one, goodForMs) => {
    await coordinatorOver().coordinator.of('one').lookUp([one], NEVER);
    for (const [ageMs, calls] of [
      [goodForMs - 1, 0],
      [goodForMs, 1],
    ] as const) {
      const { coordinator, asked } = coordinatorOver(undefined, { clock: { nowMs: () => NOW_MS + ageMs } });
      await coordinator.of('one').lookUp([one], NEVER);
      expect(asked).toHaveLength(calls);
    }
  });

  test('fails without a usable response and is retried by the next search', async () => {
    const { coordinator, asked } = coordinatorOver();
    expect(await coordinator.of('one').lookUp([BROKEN, KNOWN], NEVER)).toEqual([FAILED, FOUND]);
    await coordinator.of('one').lookUp([BROKEN, KNOWN], NEVER);
    expect(asked).toEqual([['BROKEN LLC', 'KNOWN LLC'], ['BROKEN LLC']]);
  });

  test('is sent in batches, with each owner once', async () => {
    const { coordinator, asked } = coordinatorOver();
    const owners = [1, 2, 3, 4, 5].map((number) => buyer(`KNOWN ${number} LLC`));
    expect(await coordinator.of('one').lookUp([...owners, owners[0]!], NEVER)).toEqual(Array(6).fill(FOUND));
    expect(asked.map((batch) => batch.length).sort()).toEqual([1, 2, 2]);
  });

  test('is not made for a buyer without a name', async () => {
    const { coordinator, asked } = coordinatorOver();
    expect(await coordinator.of('one').lookUp([{ ...KNOWN, name: null, nameKey: null }], NEVER)).toEqual([NOBODY]);
    expect(asked).toEqual([]);
  });
});

describe('concurrent searches', () => {
  test('pay once for the same owner, however they overlap', async () => {
    const { coordinator, asked, outcomes } = coordinatorOver(async (owners) => {
      await Bun.sleep(20);
      return answerOf(owners);
    });
    const results = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await Bun.sleep(index * 3);
        return coordinator.of('one').lookUp([KNOWN], NEVER);
      }),
    );
    expect(results).toEqual(Array(12).fill([FOUND]));
    expect(asked).toEqual([['KNOWN LLC']]);
    expect((outcomes.shared ?? 0) + (outcomes.kept ?? 0)).toBe(11);
  });

  test('wait for the request that looks the owner up, not for an earlier one that ends', async () => {
    const store = createPostgresLookupStore(sql);
    const gate = Promise.withResolvers<void>();
    let isSlow = false;
    const { coordinator } = coordinatorOver(
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
    const earlier = coordinator.of('one').lookUp(owners, NEVER);
    while ((await sql`select from investors.skiptraced_contacts`).count < 2) await Bun.sleep(1);
    await Bun.sleep(20);
    isSlow = true;
    const later = coordinator.of('one').lookUp([KNOWN], NEVER);
    expect(await earlier).toEqual([FOUND, FOUND, FAILED]);
    await Bun.sleep(20);
    gate.resolve();
    expect(await later).toEqual([FOUND]);
  });

  test('of two companies share nothing', async () => {
    const { coordinator, asked } = coordinatorOver();
    await Promise.all([coordinator.of('one').lookUp([KNOWN], NEVER), coordinator.of('other').lookUp([KNOWN], NEVER)]);
    expect(asked).toHaveLength(2);
  });

  test('continue when one of them aborts', async () => {
    const { coordinator, asked } = coordinatorOver(async (owners) => {
      await Bun.sleep(30);
      return answerOf(owners);
    });
    const stop = new AbortController();
    const givesUp = coordinator.of('one').lookUp([KNOWN], stop.signal);
    const goesOn = coordinator.of('one').lookUp([KNOWN], NEVER);
    stop.abort(new Error('the caller left'));
    await expect(givesUp).rejects.toThrow('the caller left');
    expect(await goesOn).toEqual([FOUND]);
    expect(asked).toHaveLength(1);
  });
});

test('deletes expired lookups of any company when storing new ones', async () => {
  await coordinatorOver().coordinator.of('one').lookUp([KNOWN], NEVER);
  const { coordinator } = coordinatorOver(undefined, { clock: { nowMs: () => NOW_MS + FOUND_GOOD_FOR_MS + 1 } });
  await coordinator.of('other').lookUp([STRANGE], NEVER);
  expect(await sql`select company_id from investors.skiptraced_contacts`).toEqual([{ company_id: 'other' }] as never);
});
