import { join } from 'node:path';
import { type Figure, type Measure, type PairwiseAccuracy, shareFigure, WILSON } from '@plat/evaluation';
import { measureLinking } from '../accuracy/linking.ts';

const FILES = [
  join('philadelphia-pa', 'opa-properties.csv'),
  join('cambridge-ma', 'assessing-fy2022.csv'),
  join('lebanon-nh', 'assessor-sales.csv'),
];

function figuresOf(
  name: string,
  accuracy: PairwiseAccuracy,
  goals: { precision: number; recall: number } | null,
): Figure[] {
  const { linked_rightly: rightly, linked, same } = accuracy;
  const goal = (atLeast: number | undefined) => (atLeast === undefined ? undefined : { atLeast });
  return [
    shareFigure(`${name}: precision`, rightly, linked, goal(goals?.precision)),
    shareFigure(`${name}: recall`, rightly, same, goal(goals?.recall)),
  ];
}

/** Pairs of owners judged by hand: joined by the import, or found by a wide search. */
export const ownerPairs: Measure = {
  id: 'owner-pairs',
  title: 'Owners joined',
  answers:
    'A person judged pairs of records: the same owner or not. Precision is the share of joined pairs of one owner, recall the share of pairs of one owner that were joined, by the import or by a wide search. The pairs are difficult ones; a pair drawn at random never has one owner.',
  records: '507 pairs of owners of Philadelphia, PA (2022), Cambridge, MA (2022), and Lebanon, NH',
  needs: FILES,
  tuned: 'the thresholds of alike names; the shares of people with one name, on the odd pairs',
  intervals: WILSON,
  isCheap: true,
  async run(records) {
    const { all, halves } = await measureLinking(null, records);
    return [
      ...figuresOf('import', all.strict, { precision: 0.97, recall: 0.55 }),
      ...halves.flatMap(({ name, strict }) => figuresOf(`import, ${name}`, strict, null)),
      ...figuresOf('wide search', all.wide, null),
    ];
  },
};
