import { describe, expect, test } from 'bun:test';
import { normaliseOwnerName } from './index.ts';

const kindOf = (name: string): string => normaliseOwnerName(name).kind;

describe("reads a surname that is also a company word as a person's", () => {
  test.each([
    'TEMPLE, GRACE Q',
    'CHURCH, OSCAR Q JR',
    'PARISH, VICTOR Q & PARISH, WANDA',
    'BANKS, OSCAR & BANKS, WANDA SUE',
    'DOE, WANDA BANKS',
    'DOE, NA',
    'DOE, Q F & N A',
    'DOE, HOA QUY & DOE, MAX',
    'ROE, CHARITY',
    'HOUSE, OSCAR & HOUSE, WANDA',
    'GLASS, WANDA Q',
    'MILLBANK, WANDA',
    'SMITH, DOUGLAS Q',
    'SMITH DOUGLAS AND SMITH WANDA',
    'TOLL, WANDA',
    'RYLAND, OSCAR Q & RYLAND, WANDA',
    'HOUSE WANDA Q',
    'BANKS WANDA Q',
    'CHARITY OSCAR Q JR',
    'MONEY XENA Q',
    'OSCAR CASH EXAMPLE',
    'DOE, WANDA GRACE / ROE, WANDA GRACE',
    'DOE, OSCAR, WANDA Q. DOE, GRACE Q. DOE, VICTOR ROE',
    'VAN DER DOE OSCAR VICTOR MAXIMUS',
    'DOE ESTATE, WANDA',
    'DOE, WANDA Q (50%)',
    'DOE, OSCAR Q & WANDA (70%) AND DOE, GRACE (30%)',
    'ROE, OSCAR & CITY OF SPRINGFIELD TAX TITLE',
  ])('%p is a person', (name) => {
    expect(kindOf(name)).toBe('person');
  });

  test.each([
    ['FIRST PLAINS BANK, NA', 'lender'],
    ['PLAINS BANK USA NA', 'lender'],
    ['PLAINS MRTG CO INC', 'lender'],
    ['CLAY CHURCH, INC', 'non_profit'],
    ['FIRST BAPTIST CHURCH, TRUSTEES', 'non_profit'],
    ['PLAINS ESTATES HOA INC', 'non_profit'],
    ['PLAINS INSTITUTE OF TECHNOLOGY', 'non_profit'],
    ['SPRINGFIELD COMMUNITY LAND TRUST', 'non_profit'],
    ['77 EXAMPLE AVENUE LAND TRUST', 'trust'],
    ['EXAMPLE LAND TRUST', 'trust'],
    ['9 BANK STREET LLC', 'company'],
    ['PLAINS BANK ST LLC', 'company'],
    ['EXAMPLE 8 BANKS STREET, LLC', 'company'],
    ['PLAINS TEXTILES USA INC', 'company'],
    ['77 MIDDLEBURG LLC', 'company'],
    ['REAL ESTATE, LLC', 'company'],
    ['SMITH DOUGLAS HOMES LLC', 'builder'],
    ['TOLL VA LP', 'builder'],
    ['CITY OF SPRINGFIELD', 'government'],
    ['USA', 'government'],
    ['DOE & N A ROE FAMILY TRUST', 'trust'],
    ['PLAINS GLOBAL RELOCATION', 'relocation'],
    ['CARTUS FINANCIAL CORP', 'relocation'],
    ['RELO DIRECT SERVICES LLC', 'relocation'],
    ['DEPT, FIRE', 'company'],
    ['DOE WANDA GRACE TR WANDA GRACE DOE TR', 'trust'],
    ['ROE, WANDA Q., TRUSTEE THE 77 EXAMPLE ST NOM TRS', 'trust'],
    ['PLAINS HOMES LLC TRUSTEE', 'company'],
    ['GRACE CHURCH', 'non_profit'],
    ['DOE, OSCAR Q TR & PLAINS TEMPLE', 'non_profit'],
    ['FANNIE MAE A/K/A', 'lender'],
    ['DOE, OSCAR, TRUSTEE OSCAR DOE REV LIV TRS', 'trust'],
    ['DOE, OSCAR & BNY MELLON, N.A., TRUSTEES', 'lender'],
  ])('%p is a %p', (name, kind) => {
    expect(kindOf(name)).toBe(kind);
  });

  test.each([
    ['DOE ESTATE, WANDA', 'DOE, WANDA'],
    ['DOE, WANDA Q (50%)', 'DOE, WANDA Q'],
    ['ROE, OSCAR & CITY OF SPRINGFIELD TAX TITLE', 'ROE, OSCAR'],
    ['DOE FAMILY REV TRST', 'DOE FAMILY REV TRUST'],
  ])('the owner of %p is %p', (recorded, owner) => {
    expect(normaliseOwnerName(recorded).nameKey).toBe(normaliseOwnerName(owner).nameKey);
  });
});
