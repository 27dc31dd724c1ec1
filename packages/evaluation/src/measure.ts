import type { Interval } from './intervals.ts';

/** How a value is written: 0.564 as a share is 56.4 %, 8.02 in percent is 8.02 %, 1.028 as a ratio is 1.028. */
export type Unit = 'share' | 'percent' | 'ratio' | 'count';

/** One measured figure. */
export interface Figure {
  name: string;
  value: number;
  unit: Unit;
  /** Records that the figure counts over. */
  n: number;
  /** 95 %; null where the figure counts something that no sample estimates. */
  interval: Interval | null;
  goal?: Goal;
}

/** Bounds of a figure, in its unit. */
export interface Goal {
  atLeast?: number;
  atMost?: number;
  /** The whole interval lies above this. */
  intervalAbove?: number;
}

/** A figure or several about one rule, on records with a label that the rule does not read. */
export interface Measure {
  /** Name in the page and on the command line. */
  id: string;
  title: string;
  /** What the figures mean, in sentences. */
  answers: string;
  /** Whose records they are, and of which period. */
  records: string;
  /** Files below the folder of records. */
  needs: readonly string[];
  /** What was chosen with these records in view. */
  tuned: string;
  /** How the intervals are made. */
  intervals: string;
  /** True when it takes seconds; tests then compare the page with it. */
  isCheap: boolean;
  /** @param records folder of the public records; every file of `needs` is there. */
  run(records: string): Promise<Figure[]>;
}

/** A measure that was run. */
export interface Measured {
  measure: Measure;
  figures: Figure[];
}

/** @returns whether a figure meets its goal; null without one. */
export function meetsGoal({ value, interval, goal }: Figure): boolean | null {
  if (goal === undefined) return null;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY, intervalAbove } = goal;
  if (intervalAbove !== undefined && !(interval !== null && interval.low > intervalAbove)) return false;
  return value >= atLeast && value <= atMost;
}
