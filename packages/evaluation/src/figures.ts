import { bootstrapIntervals, wilsonInterval } from './intervals.ts';
import type { Figure, Goal } from './measure.ts';

/** A share with Wilson's interval. */
export const shareFigure = (name: string, hits: number, n: number, goal?: Goal): Figure => ({
  name,
  value: n === 0 ? 0 : hits / n,
  unit: 'share',
  n,
  interval: wilsonInterval(hits, n),
  ...(goal === undefined ? {} : { goal }),
});

/** A number of records, of `n` examined. */
export const countFigure = (name: string, value: number, n: number, goal?: Goal): Figure => ({
  name,
  value,
  unit: 'count',
  n,
  interval: null,
  ...(goal === undefined ? {} : { goal }),
});

/** Hits and examined records of a group, such as the names of one company. */
export interface GroupCount {
  hits: number;
  n: number;
}

/** A share whose interval draws whole groups, because the records of a group are alike. */
export function groupedShareFigure(name: string, groups: readonly GroupCount[], goal?: Goal): Figure {
  const share = (drawn: readonly GroupCount[]) => {
    const n = drawn.reduce((sum, group) => sum + group.n, 0);
    return { share: drawn.reduce((sum, group) => sum + group.hits, 0) / n };
  };
  return {
    name,
    value: share(groups).share,
    unit: 'share',
    n: groups.reduce((sum, group) => sum + group.n, 0),
    interval: bootstrapIntervals(groups, share).share,
    ...(goal === undefined ? {} : { goal }),
  };
}
