import { describe, expect, test } from 'bun:test';
import { DEED_TYPES, type DeedType, readDeedType } from './deed-types.ts';

const READINGS: [string, DeedType | null][] = [
  ['WARRANTY DEED', 'warranty'],
  ['wd', 'warranty'],
  ['General Warranty', 'warranty'],
  ['Special Warranty Deed', 'special_warranty'],
  ['LTD WARRANTY', 'special_warranty'],
  ['SWD', 'special_warranty'],
  ['Grant Deed', 'grant'],
  ['BARGAIN & SALE', 'bargain_and_sale'],
  ['B & S', 'bargain_and_sale'],
  ['QUIT CLAIM DEED', 'quitclaim'],
  ['Quit-Claim', 'quitclaim'],
  ['Q.C.D.', 'quitclaim'],
  ['QC', 'quitclaim'],
  ['Corrective Quit Claim', 'correction'],
  ['DEED OF CORRECTION', 'correction'],
  ['deed of gift', 'gift'],
  ['EXECUTRIX DEED', 'executor'],
  ["PERSONAL REPRESENTATIVE'S DEED", 'executor'],
  ["Administrator's", 'administrator'],
  ['TAX DEED', 'tax'],
  ["COUNTY TREASURER'S DEED", 'tax'],
  ["SHERIFF'S DEED", 'sheriff'],
  ["TRUSTEE'S DEED", 'trustee'],
  ['TRUSTEE’S DEED UPON SALE', 'foreclosure'],
  ['Special Warranty Deed in Lieu of Foreclosure', 'in_lieu'],
  ['FORECLOSURE', 'foreclosure'],
  ['INTERSPOUSAL TRANSFER GRANT DEED', 'intrafamily'],
  ['Intra-Family Transfer', 'intrafamily'],
  ['MASTER DEED', 'other'],
  ['Deed', 'other'],
  ['ZQ7', null],
  ['', null],
];

describe('a deed type is read in its usual spellings', () => {
  test.each(READINGS)('%p is %p', (text, code) => {
    expect(readDeedType(text)).toBe(code);
  });
  test('reads every code as itself', () => {
    for (const code of DEED_TYPES) expect(readDeedType(code)).toBe(code);
  });
});
