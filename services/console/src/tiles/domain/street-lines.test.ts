import { expect, test } from 'bun:test';
import { mainStreetLines, type StreetPoint, streetLines } from './street-lines.ts';

/** Houses of a street along y = 1000, even numbers 40 above and odd ones 40 below, at these positions. */
const houses = (positions: readonly number[], name = 'Elm St', sides = [0, 1]): StreetPoint[] =>
  positions.flatMap((x, at) =>
    sides.map((side) => ({ x, y: side === 0 ? 960 : 1_040, line: `${100 + 2 * at + side} ${name}` })),
  );
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);

test('runs midway between the two sides, to the corners beyond the first and the last house', () => {
  const [line, ...others] = streetLines(houses(every(50, 100, 2_000)), 14);
  expect(others).toEqual([]);
  expect(line?.name).toBe('Elm St');
  expect(line?.points[0]).toEqual([49, 1_000]);
  expect(line?.points.at(-1)).toEqual([2_051, 1_000]);
  expect(new Set(line?.points.map(([, y]) => y))).toEqual(new Set([1_000]));
});

test('stays in the middle where only one side has houses', () => {
  const [line] = streetLines([...houses(every(50, 0, 1_000)), ...houses(every(50, 1_050, 2_000), 'Elm St', [0])], 14);
  expect(new Set(line?.points.map(([, y]) => y))).toEqual(new Set([1_000]));
});

test('runs north and south for a street of that direction', () => {
  const turned = houses(every(50, 0, 2_000)).map(({ x, y, line }) => ({ x: y, y: x, line }));
  const [line] = streetLines(turned, 14);
  expect(line?.points[0]).toEqual([1_000, -51]);
  expect(line?.points.at(-1)).toEqual([1_000, 2_051]);
});

test('keeps a slanting street straight', () => {
  const slanting = every(50, 0, 2_000).flatMap((x) =>
    [0, 1].map((side) => ({ x, y: 500 + x / 2 + (side === 0 ? -40 : 40), line: `${2 * x + side} Oak Rd` })),
  );
  for (const [x, y] of streetLines(slanting, 14)[0]!.points) expect(Math.abs(y - (500 + x / 2))).toBeLessThan(2);
});

test('bridges a park, and ends where a name begins again far away', () => {
  expect(streetLines(houses([...every(50, 0, 500), ...every(50, 1_000, 1_500)]), 14)).toHaveLength(1);
  expect(streetLines(houses([...every(50, 0, 500), ...every(50, 2_500, 3_000)]), 14)).toHaveLength(2);
});

test('meets the line of the next tile at their edge', () => {
  const street = houses(every(50, 3_000, 5_200));
  const left = streetLines(
    street.filter(({ x }) => x < 4_096 + 256),
    14,
  )[0]!.points;
  const moved = street.filter(({ x }) => x >= 4_096 - 256).map(({ x, ...rest }) => ({ ...rest, x: x - 4_096 }));
  const right = streetLines(moved, 14)[0]!.points.map(([x, y]) => [x + 4_096, y]);
  const acrossEdge = (points: number[][]) => {
    const beyond = points.findIndex(([x]) => x! >= 4_096);
    return points.slice(beyond - 1, beyond + 1);
  };
  expect(acrossEdge(left)).toEqual(acrossEdge(right));
  expect(acrossEdge(left)).toHaveLength(2);
});

test('draws no street with fewer than three houses', () => {
  expect(streetLines(houses([100]), 14)).toEqual([]);
  expect(streetLines([{ x: 1, y: 1, line: 'no number' }], 14)).toEqual([]);
});

test('calls a street of more than a mile a main street', () => {
  const [short, long] = [houses(every(20, 0, 900)), houses(every(20, 0, 1_100), 'Union Blvd')];
  expect(mainStreetLines([...short, ...long], 12).map(({ name }) => name)).toEqual(['Union Blvd']);
});
