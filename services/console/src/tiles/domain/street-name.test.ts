import { expect, test } from 'bun:test';
import { streetOf } from './street-name.ts';

test.each([
  ['3043 W Monte Vista Trl', 3043, 'W Monte Vista Trl'],
  ['12 Main St Apt 4', 12, 'Main St'],
  ['12A Elm Ave # 3', 12, 'Elm Ave'],
  ['41-20 50th St', 41, '50th St'],
  ['7 1/2 Oak Ln', 7, 'Oak Ln'],
  ['100 Unity Way', 100, 'Unity Way'],
  ['9 N 7th St Unit B', 9, 'N 7th St'],
])('reads %s', (line, houseNumber, street) => {
  expect(streetOf(line)).toEqual({ houseNumber, street });
});

test.each(['', 'Main St', '12', '12 '])('finds no street with a house in %j', (line) => {
  expect(streetOf(line)).toBeNull();
});
