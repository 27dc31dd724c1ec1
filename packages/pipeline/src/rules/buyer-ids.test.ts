import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { assignBuyerIds, type BuyerIdMemory, type KnownName } from './buyer-ids.ts';

const newId = (name: string, generation: number): number =>
  1_000 * (name.charCodeAt(0) - 96) + 10 * (name.charCodeAt(1) || 0) + generation;

interface Version {
  /** Names of each buyer, with the deals of each name. */
  clusters: string[][];
  ids: number[];
  merged: Map<number, number>;
  deals: ReadonlyMap<string, number>;
}

/** A region over time, as the store keeps it: what serves, and what was published at any time. */
class Region {
  serving: Version | null = null;
  private readonly remembered = new Map<string, KnownName>();
  private readonly givenTo = new Map<string, number[]>();
  private readonly ages = new Map<number, number>();
  private readonly mergedBefore = new Map<number, number>();

  /** Records the serving version before each change, as the store does. */
  private remember(): void {
    if (this.serving === null) return;
    const { clusters, ids, merged, deals } = this.serving;
    const fresh = ids.filter((id) => !this.ages.has(id)).sort((a, b) => a - b);
    for (const id of fresh) this.ages.set(id, this.ages.size);
    for (const id of [...ids, ...merged.keys()]) this.mergedBefore.delete(id);
    for (const [from, into] of merged) this.mergedBefore.set(from, into);
    clusters.forEach((names, at) => {
      const buyerId = ids[at] as number;
      for (const name of names) {
        this.remembered.set(name, { buyerId, deals: deals.get(name) ?? 0 });
        if (fresh.includes(buyerId)) this.givenTo.set(name, [buyerId, ...(this.givenTo.get(name) ?? [])]);
      }
    });
  }

  memory(): BuyerIdMemory {
    this.remember();
    const serving = new Map<string, KnownName>();
    this.serving?.clusters.forEach((names, at) => {
      for (const name of names) {
        serving.set(name, { buyerId: this.serving?.ids[at] as number, deals: this.serving?.deals.get(name) ?? 0 });
      }
    });
    const merged = this.serving?.merged ?? this.mergedBefore;
    return { serving, remembered: this.remembered, givenTo: this.givenTo, ages: this.ages, merged };
  }

  publish(clusters: string[][], deals: ReadonlyMap<string, number> = new Map()): Version {
    const sorted = clusters.map((names) => [...names].sort());
    this.serving = { clusters: sorted, deals, ...assignBuyerIds(sorted, this.memory(), newId) };
    return this.serving;
  }

  switchTo(version: Version | null): void {
    this.remember();
    this.serving = version;
  }

  idOf(name: string): number {
    const at = this.serving?.clusters.findIndex((names) => names.includes(name)) ?? -1;
    return this.serving?.ids[at] as number;
  }
}

const deals = (of: Record<string, number>): Map<string, number> => new Map(Object.entries(of));
const resolve = (version: Version, id: number): number => version.merged.get(id) ?? id;

describe('buyer ids', () => {
  test('stay the same without changes', () => {
    const region = new Region();
    const before = region.publish([['a', 'b'], ['c']]);
    expect(region.publish([['c'], ['a', 'b']]).ids).toEqual([before.ids[1] as number, before.ids[0] as number]);
  });

  test('after a merge: keep the id with more deals and resolve the other one to it', () => {
    const region = new Region();
    const [a, b] = region.publish([['a'], ['b']], deals({ a: 1, b: 3 })).ids;
    const after = region.publish([['a', 'b']]);
    expect(after.ids).toEqual([b as number]);
    expect([...after.merged]).toEqual([[a as number, b as number]]);
  });

  test('after a merge with equal deals: keep the older id', () => {
    const region = new Region();
    const [b] = region.publish([['b']]).ids;
    region.publish([['b'], ['a']]);
    expect(region.publish([['a', 'b']]).ids).toEqual([b as number]);
  });

  test('after a split: the part with more deals keeps the id, the other gets a new one', () => {
    const region = new Region();
    const [id] = region.publish([['a', 'b']], deals({ a: 1, b: 2 })).ids;
    const after = region.publish([['a'], ['b']]);
    expect(after.ids[1]).toBe(id as number);
    expect(after.ids[0]).not.toBe(id as number);
    expect(after.merged.size).toBe(0);
  });

  test('return to a part that splits off again', () => {
    const region = new Region();
    const [a, b] = region.publish([['a'], ['b']], deals({ a: 2, b: 1 })).ids;
    region.publish([['a', 'b']], deals({ a: 2, b: 1 }));
    const after = region.publish([['b'], ['a']]);
    expect(after.ids).toEqual([b as number, a as number]);
    expect(after.merged.size).toBe(0);
  });

  test('keep no trace of a merge that was rolled back', () => {
    const region = new Region();
    const before = region.publish([['a'], ['b']], deals({ a: 2, b: 1 }));
    region.publish([['a', 'b']], deals({ a: 2, b: 1 }));
    region.switchTo(before);
    expect(region.publish([['a'], ['b']])).toMatchObject({ ids: before.ids, merged: new Map() });
  });

  test('survive removal and re-import of the region, merges included', () => {
    const region = new Region();
    const [a, b] = region.publish([['a'], ['b']], deals({ a: 1, b: 3 })).ids;
    region.publish([['a', 'b']], deals({ a: 1, b: 3 }));
    region.switchTo(null);
    const after = region.publish([['a', 'b']]);
    expect(after.ids).toEqual([b as number]);
    expect(resolve(after, a as number)).toBe(b as number);
  });

  test('resolve through chains of merges', () => {
    const region = new Region();
    const [a, b, c] = region.publish([['a'], ['b'], ['c']], deals({ a: 1, b: 2, c: 9 })).ids;
    region.publish([['a', 'b'], ['c']], deals({ a: 1, b: 2, c: 9 }));
    const after = region.publish([['a', 'b', 'c']]);
    expect([resolve(after, a as number), resolve(after, b as number)]).toEqual([c as number, c as number]);
  });

  test('stay with serving names when former names return', () => {
    const region = new Region();
    const [id] = region.publish([['a', 'b']], deals({ a: 9, b: 1 })).ids;
    region.publish([['b']], deals({ b: 1 }));
    expect(region.idOf('b')).toBe(id as number);
    region.publish([['b'], ['a']]);
    expect(region.idOf('b')).toBe(id as number);
    expect(region.idOf('a')).not.toBe(id as number);
  });
});

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f'];
type Step =
  | { kind: 'publish'; groups: number[]; present: boolean[]; deals: number[] }
  | { kind: 'again' }
  | { kind: 'remove' }
  | { kind: 'rollback'; back: number };

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('publish' as const),
      groups: fc.array(fc.nat({ max: 3 }), { minLength: NAMES.length, maxLength: NAMES.length }),
      present: fc.array(
        fc.nat({ max: 5 }).map((n) => n > 0),
        { minLength: NAMES.length, maxLength: NAMES.length },
      ),
      deals: fc.array(fc.nat({ max: 4 }), { minLength: NAMES.length, maxLength: NAMES.length }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'again' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'remove' as const }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rollback' as const), back: fc.nat({ max: 4 }) }) },
);

function clustersOf({ groups, present }: Extract<Step, { kind: 'publish' }>): string[][] {
  const byGroup = new Map<number, string[]>();
  NAMES.forEach((name, at) => {
    if (present[at]) byGroup.set(groups[at] as number, [...(byGroup.get(groups[at] as number) ?? []), name]);
  });
  return [...byGroup.values()];
}

/** The invariants of docs/rules/buyer-ids.md between the version that served and the one after it. */
function checkStep(before: Version | null, after: Version, everHad: ReadonlyMap<number, ReadonlySet<string>>): void {
  expect(new Set(after.ids).size).toBe(after.ids.length);
  for (const [from, into] of after.merged) {
    expect(after.ids).not.toContain(from);
    expect(after.ids).toContain(into);
  }
  after.ids.forEach((id, at) => {
    const had = everHad.get(id);
    if (had !== undefined) expect(after.clusters[at]?.some((name) => had.has(name))).toBe(true);
  });
  if (before === null) return;
  before.clusters.forEach((names, at) => {
    const id = before.ids[at] as number;
    const holders = after.clusters.filter((cluster) => cluster.some((name) => names.includes(name)));
    // Every buyer whose names are still there can be found by the former id.
    if (holders.length > 0) expect(after.ids).toContain(resolve(after, id));
    const isAlone = holders.length === 1 && holders[0]?.every((name) => names.includes(name));
    if (isAlone) expect(after.ids[after.clusters.indexOf(holders[0] as string[])]).toBe(id);
    const keeper = after.clusters[after.ids.indexOf(id)];
    if (holders.length > 0 && keeper !== undefined) expect(keeper.some((name) => names.includes(name))).toBe(true);
  });
}

const CASES = Number(process.env.PLAT_BUYER_ID_CASES ?? 1_000);

test(`keep their promises over ${CASES} random orders of imports, corrections, merges, splits, removals and rollbacks`, () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const region = new Region();
      const versions: Version[] = [];
      const everHad = new Map<number, Set<string>>();
      for (const one of steps) {
        const before = region.serving;
        if (one.kind === 'remove') region.switchTo(null);
        else if (one.kind === 'rollback') region.switchTo(versions.at(-1 - one.back) ?? null);
        else if (one.kind === 'again' && before !== null) {
          const after = region.publish(before.clusters, before.deals);
          expect(after.ids).toEqual(before.ids);
          expect(after.merged).toEqual(before.merged);
        } else if (one.kind === 'publish') {
          const after = region.publish(
            clustersOf(one),
            new Map(NAMES.map((name, at) => [name, one.deals[at] as number])),
          );
          checkStep(before, after, everHad);
          versions.push(after);
          after.ids.forEach((id, at) => {
            everHad.set(id, new Set([...(everHad.get(id) ?? []), ...(after.clusters[at] ?? [])]));
          });
        }
      }
    }),
    { numRuns: CASES },
  );
});
