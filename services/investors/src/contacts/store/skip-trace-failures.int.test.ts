import { describe, expect, test } from 'bun:test';
import {
  answerOf,
  BROKEN,
  buyer,
  claims,
  coordinatorOver,
  FAILED,
  FOUND,
  KNOWN,
  LONGER_THAN_A_CLAIM_MS,
  type Lookup,
  NEVER,
  NOW_MS,
  STRANGE,
  sql,
  useLookupDatabase,
} from './skip-trace-under-test.fixture.ts';
import { createPostgresLookupStore } from './skiptraced-contacts.ts';

useLookupDatabase();

describe('an aborted search', () => {
  test('rejects at once and stops the provider call', async () => {
    const stop = new AbortController();
    const { coordinator, problems } = coordinatorOver(
      (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          stop.abort(new Error('too late'));
        }),
    );
    await expect(coordinator.of('one').lookUp([KNOWN], stop.signal)).rejects.toThrow('too late');
    await Bun.sleep(30);
    await coordinator.close();
    expect(problems).toEqual([]);
    expect(await claims()).toEqual([]);
  });

  test('still stores the result of a sent call, because it is paid', async () => {
    const stop = new AbortController();
    const { coordinator } = coordinatorOver(async (owners) => {
      stop.abort(new Error('gone'));
      await Bun.sleep(30);
      return answerOf(owners);
    });
    await expect(coordinator.of('one').lookUp([KNOWN], stop.signal)).rejects.toThrow('gone');
    await coordinator.close();
    const { coordinator: next, asked } = coordinatorOver();
    expect(await next.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(asked).toEqual([]);
  });

  test('leaves unsent owners to the next search', async () => {
    let call = 0;
    const stop = new AbortController();
    const { coordinator } = coordinatorOver(async (owners, signal) => {
      call += 1;
      if (call > 1) return answerOf(owners);
      const untold = new Promise((resolve) => signal.addEventListener('abort', resolve));
      stop.abort(new Error('gone'));
      await untold;
      await Bun.sleep(20);
      throw signal.reason;
    });
    await expect(coordinator.of('one').lookUp([KNOWN], stop.signal)).rejects.toThrow('gone');
    await Bun.sleep(5);
    expect(await coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
  });
});

describe('a search continues', () => {
  test('when the provider fails: stored contacts are used, the rest failed', async () => {
    await coordinatorOver().coordinator.of('one').lookUp([KNOWN], NEVER);
    const { coordinator, problems } = coordinatorOver(() => Promise.reject(new Error('down')));
    expect(await coordinator.of('one').lookUp([KNOWN, STRANGE], NEVER)).toEqual([FOUND, FAILED]);
    expect(problems).toEqual(['provider']);
  });

  test('at its time limit or deadline, with the results so far', async () => {
    const answers = Promise.withResolvers<void>();
    const slow: Lookup = async (owners) => {
      if (owners[0]?.nameKey === 'STRANGE LLC') await answers.promise;
      return answerOf(owners);
    };
    const owners = [KNOWN, buyer('KNOWN 2 LLC'), STRANGE];
    const { coordinator } = coordinatorOver(slow, { waitMs: 3_000 });
    expect(await coordinator.of('one').lookUp(owners, NEVER)).toEqual([FOUND, FOUND, FAILED]);
    const { coordinator: late } = coordinatorOver(slow);
    expect(await late.of('two', NOW_MS + 1_000).lookUp(owners, NEVER)).toEqual([FAILED, FAILED, FAILED]);
    answers.resolve();
    await Promise.all([coordinator.close(), late.close()]);
  });

  test('when the store cannot be read, and pays for nothing twice', async () => {
    const store = createPostgresLookupStore(sql);
    const { coordinator, asked, problems } = coordinatorOver(undefined, {
      store: { ...store, among: () => Promise.reject(new Error('away')) },
    });
    expect(await coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FAILED]);
    expect([asked, problems]).toEqual([[], ['store']]);
  });

  test('when owners cannot be claimed, and pays for nothing', async () => {
    const store = createPostgresLookupStore(sql);
    const { coordinator, asked, problems } = coordinatorOver(undefined, {
      store: { ...store, claim: () => Promise.reject(new Error('away')) },
    });
    expect(await coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FAILED]);
    expect([asked, problems]).toEqual([[], ['store']]);
  });

  test('when results cannot be stored', async () => {
    const store = createPostgresLookupStore(sql);
    const { coordinator, problems } = coordinatorOver(undefined, {
      store: { ...store, keep: () => Promise.reject(new Error('away')) },
    });
    expect(await coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(problems).toEqual(['store']);
    await coordinator.close();
  });
});

describe('a contact paid while the store is down', () => {
  /** A store that saves nothing while `state.isAway`. */
  function storeThatIsAway() {
    const store = createPostgresLookupStore(sql);
    const state = { isAway: true };
    const keep: typeof store.keep = (...given) =>
      state.isAway ? Promise.reject(new Error('away')) : store.keep(...given);
    return { state, store: { ...store, keep } };
  }

  test('is returned at once, stored later, and paid once by all processes', async () => {
    const { state, store } = storeThatIsAway();
    const { coordinator, asked } = coordinatorOver(undefined, { store });
    const other = coordinatorOver();
    expect(await coordinator.of('one').lookUp([KNOWN, BROKEN], NEVER)).toEqual([FOUND, FAILED]);
    const waiting = other.coordinator.of('one').lookUp([KNOWN], NEVER);
    expect(await coordinator.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    await Bun.sleep(LONGER_THAN_A_CLAIM_MS);
    state.isAway = false;
    expect(await waiting).toEqual([FOUND]);
    await coordinator.close();
    expect([asked, other.asked]).toEqual([[['KNOWN LLC', 'BROKEN LLC']], []]);
    expect(await claims()).toEqual([]);
  });

  test('is stored by the time the process stops, if the store is back', async () => {
    const { state, store } = storeThatIsAway();
    const { coordinator } = coordinatorOver(undefined, { store });
    await coordinator.of('one').lookUp([KNOWN], NEVER);
    state.isAway = false;
    await coordinator.close();
    const { coordinator: next, asked } = coordinatorOver();
    expect(await next.of('one').lookUp([KNOWN], NEVER)).toEqual([FOUND]);
    expect(asked).toEqual([]);
  });
});
