import { NameComparer, UnionFind } from '@plat/pipeline/evaluation';
import { groupedShareFigure } from '../figures.ts';
import { BOOTSTRAP } from '../intervals.ts';
import { LANDLORDS, LANDLORDS_FILE, type LabelledLandlord, readLandlords } from '../labelled-landlords.ts';
import type { Measure } from '../measure.ts';

const pairsOf = (count: number): number => (count * (count - 1)) / 2;

/** Pairs among names, and those of one label. */
function pairsOfOneLabel(names: readonly LabelledLandlord[]): { hits: number; n: number } {
  const sizes = [...Map.groupBy(names, ({ label }) => label).values()].map((group) => group.length);
  return { hits: sizes.reduce((sum, size) => sum + pairsOf(size), 0), n: pairsOf(names.length) };
}

/** Groups of names that are alike, directly or through others. */
function clustersOf(names: readonly LabelledLandlord[]): LabelledLandlord[][] {
  const clusters = new UnionFind();
  const comparer = new NameComparer();
  for (const [right, b] of names.entries()) {
    clusters.find(right);
    for (const [left, a] of names.slice(0, right).entries()) {
      if (a.isEntity !== b.isEntity) continue;
      if (a.nameKey === b.nameKey || comparer.areAlike(left, a.nameKey, right, b.nameKey, a.isEntity))
        clusters.join(left, right);
    }
  }
  return clusters.groups().map((group) => group.map((at) => names[at] as LabelledLandlord));
}

export const landlordPairs: Measure = {
  id: 'landlord-pairs',
  title: 'Alike names joined, North Carolina',
  answers:
    'All names of the landlords are compared as if they had one mailing address. Precision is the share of joined pairs of one parent company, recall the share of pairs of one parent that were joined; vehicles of one parent rarely have alike names.',
  records: LANDLORDS,
  needs: [LANDLORDS_FILE],
  tuned: 'the threshold of alike names of companies',
  intervals: `${BOOTSTRAP} It draws joined groups for precision and parent companies for recall.`,
  isCheap: true,
  async run(records) {
    const names = await readLandlords(records);
    const clusters = clustersOf(names);
    const joined = clusters.map(pairsOfOneLabel).filter(({ n }) => n > 0);
    const clusterOf = new Map(clusters.flatMap((group, at) => group.map((name) => [name, at] as const)));
    const owned = [...Map.groupBy(names, ({ label }) => label).values()].map((group) => {
      const sizes = [...Map.groupBy(group, (name) => clusterOf.get(name)).values()].map((part) => part.length);
      return { hits: sizes.reduce((sum, size) => sum + pairsOf(size), 0), n: pairsOf(group.length) };
    });
    return [groupedShareFigure('precision', joined, { atLeast: 0.98 }), groupedShareFigure('recall', owned)];
  },
};
