import { expect, test } from 'bun:test';
import { readPersonName } from './person-name.ts';

test.each([
  ['ASHBROOK RUTH A', { firstName: 'Ruth', lastName: 'Ashbrook' }],
  ['RUTH A ASHBROOK', { firstName: 'Ruth', lastName: 'Ashbrook' }],
  ['ASHBROOK, RUTH & OWEN', { firstName: 'Ruth', lastName: 'Ashbrook' }],
  ['MCDONALD MARY ET AL', { firstName: 'Mary', lastName: 'McDonald' }],
  ['ASHBROOK', null],
  ['OCOTILLO LANTERN HOLDINGS LLC', null],
  ['', null],
])('%p is read as %p', (recorded, name) => {
  expect(readPersonName(recorded)).toEqual(name);
});
