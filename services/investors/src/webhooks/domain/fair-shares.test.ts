import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { chooseFairly, type Lane, type Shares } from './fair-shares.ts';

const lane = (changes: Partial<Lane> = {}): Lane => ({
  companyId: 'acme',
  keyId: 'key',
  userId: 'ann',
  host: 'hooks.example.com',
  ...changes,
});
const times = (count: number, each: Lane) => Array<Lane>(count).fill(each);
const due = (...lanes: Lane[]) => lanes.map((one, place) => ({ lane: one, place }));
const placesOf = (chosen: { place: number }[]) => chosen.map(({ place }) => place);

describe('chooses what to send next', () => {
  test('by due time when all else is equal', () => {
    expect(placesOf(chooseFairly(due(lane(), lane(), lane()), []))).toEqual([0, 1, 2]);
  });

  test('from the company, user and host with the fewest calls first', () => {
    const running = [lane(), lane({ userId: 'bob' }), lane({ userId: 'bob' })];
    const waiting = due(
      lane({ userId: 'bob' }),
      lane(),
      lane({ host: 'other.example.com' }),
      lane({ companyId: 'globex' }),
    );
    expect(placesOf(chooseFairly(waiting, running))[0]).toBe(3);
    expect(placesOf(chooseFairly(waiting, running).slice(1, 2))).toEqual([2]);
  });

  test('no more of a lane than its share', () => {
    const waiting = due(...times(120, lane()), lane({ userId: 'bob' }));
    expect(placesOf(chooseFairly(waiting, []))).toEqual([0, 120, 1, 2, 3]);
  });

  test('no attempt of a group that has its share', () => {
    expect(chooseFairly(due(lane()), times(4, lane()))).toEqual([]);
    expect(chooseFairly(due(lane({ userId: 'bob' })), times(4, lane()))).toHaveLength(1);
  });
});

const lanes = fc.record({
  companyId: fc.constantFrom('a', 'b', 'c'),
  keyId: fc.constant('key'),
  userId: fc.constantFrom(null, 'ann', 'bob'),
  host: fc.constantFrom('x', 'y', 'z'),
});
const SMALL: Shares = { all: 12, host: 6, company: 6, user: 4, companyHost: 3, lane: 2 };
const most = (all: readonly Lane[], keyOf: (lane: Lane) => unknown) => {
  const counts = new Map<string, number>();
  for (const each of all) {
    const key = JSON.stringify(keyOf(each));
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
};

test('never exceeds a share and leaves no usable slot empty', () => {
  fc.assert(
    fc.property(fc.array(lanes, { maxLength: 60 }), fc.array(lanes, { maxLength: 60 }), (first, second) => {
      const running = chooseFairly(due(...first), [], SMALL).map((one) => one.lane);
      const waiting = due(...second);
      const chosen = chooseFairly(waiting, running, SMALL);
      expect(new Set(placesOf(chosen)).size).toBe(chosen.length);
      const all = [...running, ...chosen.map((one) => one.lane)];
      expect(all.length).toBeLessThanOrEqual(SMALL.all);
      expect(most(all, ({ host }) => host)).toBeLessThanOrEqual(SMALL.host);
      expect(most(all, ({ companyId }) => companyId)).toBeLessThanOrEqual(SMALL.company);
      expect(most(all, ({ companyId, userId }) => [companyId, userId])).toBeLessThanOrEqual(SMALL.user);
      expect(most(all, ({ companyId, host }) => [companyId, host])).toBeLessThanOrEqual(SMALL.companyHost);
      expect(most(all, (each) => each)).toBeLessThanOrEqual(SMALL.lane);
      const left = waiting.filter((one) => !chosen.includes(one));
      expect(chooseFairly(left, all, SMALL)).toEqual([]);
    }),
  );
});

test('prefers a company without running calls', () => {
  fc.assert(
    fc.property(fc.array(lanes, { maxLength: 30 }), (others) => {
      const running = chooseFairly(due(...others), [], { ...SMALL, all: 11, host: 5 }).map((one) => one.lane);
      const [first] = chooseFairly(due(...others, lane({ companyId: 'new', host: 'new' })), running, SMALL);
      if (most(running, () => 'all') > 0 && running.some(({ companyId }) => companyId !== 'new')) {
        const idle = new Set(['a', 'b', 'c'].filter((one) => running.every(({ companyId }) => companyId !== one)));
        expect(first?.lane.companyId === 'new' || idle.has(first?.lane.companyId ?? '')).toBe(true);
      }
    }),
  );
});
