import { expect, test } from 'bun:test';
import { readVacantAtSale } from './vacant-at-sale.ts';

const READINGS: [text: string, vacant: boolean | null][] = [
  ['V', true],
  ['I', false],
  ['1:Land', true],
  ['2:Land & Building', false],
  ['3:Building', false],
  ['Vacant', true],
  ['VACANT LAND', true],
  ['Land only', true],
  ['Res-Land only', true],
  ['Unimproved', true],
  ['Improved', false],
  ['Res-Improved property', false],
  ['LAND AND BLDG', false],
  ['Not vacant', false],
  ['Yes', true],
  ['No', false],
  ['true', true],
  ['FALSE', false],
  ['1', true],
  ['0', false],
  ['2', null],
  ['X', true],
  ['Q', null],
  ['', null],
];
test.each(READINGS)('bare land at the sale: %p is %p', (text, vacant) => {
  expect(readVacantAtSale(text)).toBe(vacant);
});
