import { TILE_EXTENT } from '@plat/dataset';
import { streetOf } from './street-name.ts';

/** A parcel that names its street, at its position in the tile. */
export interface StreetPoint {
  x: number;
  y: number;
  /** Situs line: house number, street, unit. */
  line: string;
}

export interface StreetLine {
  name: string;
  points: [x: number, y: number][];
}

/** Share of a tile of zoom 14 along which the houses of a street give one point of its line: some 420 feet. */
const STEP_AT_ZOOM_14 = 1 / 16;
/** Empty steps that end a line: a street may pass a park, but its name may also begin again elsewhere. */
const MAX_EMPTY_STEPS = 4;
const MIN_HOUSES = 3;
/** Share of a step from the last house of a street to its corner. */
const CORNER = 0.2;
/** Length from which a street is a main street: some 1.2 miles. */
const MAIN_STREET_STEPS = 15;

/** The length of a step, as a share of the width of a tile. */
export const streetStep = (zoom: number): number => STEP_AT_ZOOM_14 * 2 ** (zoom - 14);

/**
 * The lines of streets, from the houses that name them: midway between even and odd numbers, step by step along the
 * longer axis of the street. Steps begin at the edges of the tile, so lines meet those of the next tile, given
 * houses up to one step beyond the tile.
 */
export function streetLines(points: readonly StreetPoint[], zoom: number): StreetLine[] {
  const stepWidth = TILE_EXTENT * streetStep(zoom);
  const byStreet = new Map<string, House[]>();
  for (const { x, y, line } of points) {
    const found = streetOf(line);
    if (found === null) continue;
    const houses = byStreet.get(found.street) ?? [];
    houses.push({ x, y, isEven: found.houseNumber % 2 === 0 });
    byStreet.set(found.street, houses);
  }
  return [...byStreet].flatMap(([name, houses]) =>
    houses.length < MIN_HOUSES ? [] : linesOfStreet(houses, stepWidth).map((line) => ({ name, points: line })),
  );
}

/** The lines of main streets, for zooms at which all would be too many. */
export function mainStreetLines(points: readonly StreetPoint[], zoom: number): StreetLine[] {
  const least = MAIN_STREET_STEPS * TILE_EXTENT * streetStep(zoom);
  return streetLines(points, zoom).filter(({ points: line }) => {
    const [first, last] = [line[0]!, line.at(-1)!];
    return Math.hypot(last[0] - first[0], last[1] - first[1]) >= least;
  });
}

/** How far beyond a tile houses count for its main streets, so that a street across its corner is among them. */
export const mainStreetReach = (zoom: number): number => (MAIN_STREET_STEPS / 2) * streetStep(zoom);

interface House {
  x: number;
  y: number;
  isEven: boolean;
}

/** The houses of one step; `along` and `across` are positions on the axes of the street. */
interface Step {
  first: number;
  last: number;
  along: Mean;
  even: Mean;
  odd: Mean;
}

interface Mean {
  sum: number;
  count: number;
}

const noMean = (): Mean => ({ sum: 0, count: 0 });
const add = (to: Mean, value: number): void => {
  to.sum += value;
  to.count++;
};
const mean = ({ sum, count }: Mean): number => sum / count;
const span = (values: readonly number[]): number => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return most - least;
};

function linesOfStreet(houses: readonly House[], stepWidth: number): [number, number][][] {
  const isEastWest = span(houses.map(({ x }) => x)) >= span(houses.map(({ y }) => y));
  const steps = new Map<number, Step>();
  for (const { x, y, isEven } of houses) {
    const [along, across] = isEastWest ? [x, y] : [y, x];
    const at = Math.floor(along / stepWidth);
    const step = steps.get(at) ?? { first: along, last: along, along: noMean(), even: noMean(), odd: noMean() };
    step.first = Math.min(step.first, along);
    step.last = Math.max(step.last, along);
    add(step.along, along);
    add(isEven ? step.even : step.odd, across);
    steps.set(at, step);
  }
  const halfGap = halfGapOf([...steps.values()]);
  const middle = ({ even, odd }: Step): number => {
    if (even.count > 0 && odd.count > 0) return (mean(even) + mean(odd)) / 2;
    return even.count > 0 ? mean(even) - halfGap : mean(odd) + halfGap;
  };
  const runs: Step[][] = [];
  let previous: number | null = null;
  for (const at of [...steps.keys()].sort((a, b) => a - b)) {
    const isNew = previous === null || at - previous > MAX_EMPTY_STEPS;
    if (isNew) runs.push([]);
    runs.at(-1)!.push(steps.get(at)!);
    previous = at;
  }
  const placed = ([along, across]: Position): [number, number] => {
    const [one, other] = [Math.round(along), Math.round(across)];
    return isEastWest ? [one, other] : [other, one];
  };
  return runs
    .filter((run) => run[0]!.first !== run.at(-1)!.last)
    .map((run) => withoutRepeats(throughMiddles(run, middle, CORNER * stepWidth).map(placed)))
    .filter((line) => line.length > 1);
}

type Position = [along: number, across: number];

/** From corner to corner of a run, through the middle of each step, so that a slanting street is straight. */
function throughMiddles(run: readonly Step[], middle: (step: Step) => number, corner: number): Position[] {
  const middles = run.map((step): Position => [mean(step.along), middle(step)]);
  const [first, last] = [run[0]!.first - corner, run.at(-1)!.last + corner];
  const across = (along: number, from: Position, to: Position): number =>
    from[0] === to[0] ? from[1] : from[1] + ((along - from[0]) * (to[1] - from[1])) / (to[0] - from[0]);
  const [second, beforeLast] = [middles[1] ?? middles[0]!, middles.at(-2) ?? middles[0]!];
  return [[first, across(first, middles[0]!, second)], ...middles, [last, across(last, middles.at(-1)!, beforeLast)]];
}

/** Half of the usual distance from the odd to the even side, with its sign; 0 when no step has both. */
function halfGapOf(steps: readonly Step[]): number {
  const gaps = steps
    .filter(({ even, odd }) => even.count > 0 && odd.count > 0)
    .map(({ even, odd }) => (mean(even) - mean(odd)) / 2)
    .sort((a, b) => a - b);
  return gaps[gaps.length >> 1] ?? 0;
}

const withoutRepeats = (line: readonly [number, number][]): [number, number][] =>
  line.filter(([x, y], at) => at === 0 || line[at - 1]![0] !== x || line[at - 1]![1] !== y);
