import { describe, expect, test } from 'bun:test';
import { CLAIM_MS } from '../domain/skip-trace.ts';
import type { Contact } from '../domain/suppression.ts';
import {
  answerOf,
  buyer,
  claims,
  coordinatorOver,
  FAILED,
  FOUND,
  KNOWN,
  LONGER_THAN_A_CLAIM_MS,
  type Lookup,
  NEVER,
  NOBODY,
  NOW_MS,
  RUTH,
  STRANGE,
  sql,
  useLookupDatabase,
} from './skip-trace-under-test.fixture.ts';
import { createPostgresLookupStore } from './skiptraced-contacts.ts';

useLookupDatabase();

describe('searches in several processes', () => {
  const slowly: Lookup = async (owners) => {
    await Bun.sleep(150);
    return answerOf(owners);
  };

  test('pay once for the same owner and share the result', async () => {
    const replicas = Array.from({ length: 4 }, () => coordinatorOver(slowly));
    const results = await Promise.all(
      replicas.map(({ coordinator }) => coordinator.of('one').lookUp([KNOWN, STRANGE], NEVER)),
    );
    expect(results).toEqual(Array(4).fill([FOUND, NOBODY]));
    expect(
      replicas
        .flatMap(({ asked }) => asked)
        .flat()
        .sort(),
    ).toEqual(['KNOWN LLC', 'STRANGE LLC']);
    await Promise.all(replicas.map(({ coordinator }) => coordinator.close()));
    expect(await claims()).toEqual([]);
  });

  test('pay once for each owner, whichever of them they share', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `KNOWN ${index} LLC`);
    for (let round = 0; round < 5; round++) {
      const replicas = Array.from({ length: 3 }, () =>
        coordinatorOver(async (owners) => {
          await Bun.sleep(Math.random() * 30);
          return answerOf(owners);
        }),
      );
      const searches = Array.from({ length: 12 }, async (_, index) => {
        const owners = names.filter(() => Math.random() < 0.5).sort(() => Math.random() - 0.5);
        await Bun.sleep(Math.random() * 30);
        const results = await replicas[index % 3]!.coordinator.of(`round ${round}`).lookUp(owners.map(buyer), NEVER);
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
    const replicas = [coordinatorOver(slowly), coordinatorOver(slowly)];
    await Promise.all(
      replicas.map(({ coordinator }, index) => coordinator.of(`company ${index}`).lookUp([KNOWN], NEVER)),
    );
    expect(replicas.map(({ asked }) => asked.length)).toEqual([1, 1]);
  });

  test('take over owners that another process had no result for', async () => {
    const first = coordinatorOver(async () => {
      await Bun.sleep(100);
      throw new Error('down');
    });
    const second = coordinatorOver();
    const failing = first.coordinator.of('one').lookUp([KNOWN], NEVER);
    while (first.asked.length === 0) await Bun.sleep(1);
    expect(await second.coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(await failing).toEqual([FAILED]);
  });

  test('wait for another process no longer than their own limit', async () => {
    const answers = Promise.withResolvers<void>();
    const first = coordinatorOver(async (owners) => {
      await answers.promise;
      return answerOf(owners);
    });
    const second = coordinatorOver(undefined, { waitMs: 30 });
    const paid = first.coordinator.of('one').lookUp([KNOWN], NEVER);
    while (first.asked.length === 0) await Bun.sleep(1);
    expect(await second.coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FAILED]);
    answers.resolve();
    expect(await paid).toEqual([FOUND]);
    await second.coordinator.close();
    expect(second.asked).toEqual([]);
  });

  test('wait for a slow provider while the asking process lives', async () => {
    const first = coordinatorOver(async (owners) => {
      await Bun.sleep(LONGER_THAN_A_CLAIM_MS);
      return answerOf(owners);
    });
    const second = coordinatorOver();
    const paid = first.coordinator.of('one').lookUp([KNOWN], NEVER);
    while (first.asked.length === 0) await Bun.sleep(1);
    expect(await second.coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(await paid).toEqual([FOUND]);
    expect(second.asked).toEqual([]);
  });

  test('wait for a dead process no longer than its claim', async () => {
    const dead = createPostgresLookupStore(sql);
    const { coordinator, asked } = coordinatorOver();
    const ownerKey = 'KNOWN LLC@9 E ALMERIA RD PHOENIX AZ 85003';
    expect(await dead.claim(crypto.randomUUID(), 'one', [ownerKey], CLAIM_MS * 1_000, NEVER)).toEqual([ownerKey]);
    const found = coordinator.of('one').lookUp([KNOWN, STRANGE], NEVER);
    while (asked.length === 0) await Bun.sleep(1);
    await Bun.sleep(500);
    expect(asked).toEqual([['STRANGE LLC']]);
    await sql`update investors.lookup_claims set claimed_until = now() where owner_key = ${ownerKey}`;
    expect(await found).toEqual([FOUND, NOBODY]);
    expect(asked).toEqual([['STRANGE LLC'], ['KNOWN LLC']]);
  });

  test('store the newer of two results when both have paid', async () => {
    const store = createPostgresLookupStore(sql);
    const kept = (contact: Contact, lookedUpAtMs: number) =>
      store.keep('one', [{ ownerKey: 'owner', nameKey: 'KNOWN LLC', contact, lookedUpAtMs }], 0);
    const newer = { ...RUTH, wireless: ['6025550199'] };
    await kept(newer, NOW_MS + 1_000);
    await kept(RUTH, NOW_MS);
    expect(await store.among('one', ['owner'], NEVER)).toMatchObject([{ contact: newer }]);
  });
});
