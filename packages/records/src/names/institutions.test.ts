import { expect, test } from 'bun:test';
import { isIbuyer, isInstitution, normaliseOwnerName } from './index.ts';

test.each([
  ['2017-1 IH BORROWER LP', 'Invitation Homes', 'alias'],
  ['IH6 PROPERTY GEORGIA LP', 'Invitation Homes', 'alias'],
  ['AMH 2014-2 BORROWER LLC', 'American Homes 4 Rent', 'alias'],
  ['PROGRESS RESIDENTIAL BORROWER 5 LLC', 'Progress Residential', 'alias'],
  ['FKH SFR PROPCO A, L.P.', 'FirstKey Homes', 'alias'],
  ['SFR JV-1 2019-1 BORROWER LLC', 'Tricon Residential', 'alias'],
  ['MUPR 3 ASSETS LLC', 'Amherst Residential', 'alias'],
  ['VB ONE, LLC', 'VineBrook Homes', 'alias'],
  ['AMERICAN HOMES 4 RENT PROPERTIES TWO', 'American Homes 4 Rent', 'alias'],
  ['AMERICAN HOMES RENT PROPERTIES', 'American Homes 4 Rent', 'alias'],
  ['2018-2 I H BORROWER', 'Invitation Homes', 'alias'],
  ['IH4 NORTH', 'Invitation Homes', 'alias'],
  ['STAR 2022-SFR3 BORROWER LP', 'Amherst Residential', 'alias'],
  ['EXAMPLE SFR OWNER LLC', 'Single-family rental vehicle', 'alias'],
  ['XYZ 2021-1 BORROWER LLC', 'Single-family rental vehicle', 'alias'],
  ['EXAMPLE HILLS BORROWER 11 LLC', 'Single-family rental vehicle', 'alias'],
  ['PROPERTY OWNER 9 LLC', 'Single-family rental vehicle', 'alias'],
  ['XQSFR NC OWNER 2 LP', 'Single-family rental vehicle', 'alias'],
  ['XQZ ASSET CO 3 LLC', 'Single-family rental vehicle', 'alias'],
  ['XQZ NC PROPERTIES LP', 'Single-family rental vehicle', 'alias'],
  ['XQZ NC PROPERTIES TWO', 'Single-family rental vehicle', 'alias'],
  ['XQ4 NORTH CAROLINA', 'Single-family rental vehicle', 'alias'],
  ['EXAMPLE SFR CO 4', 'Single-family rental vehicle', 'alias'],
  ['XQZ 2015-1 BOROWER LLC', 'Single-family rental vehicle', 'alias'],
  ['EXAMPLE HOMES RENT PROP', 'Single-family rental vehicle', 'alias'],
  ['EXAMPLE ONE ASSET CO LLC', 'Single-family rental vehicle', 'alias'],
  ['EXAMPLE PROP GRP 2016 03', 'Single-family rental vehicle', 'alias'],
  ['EXAMPLE REO IV LLC', 'Single-family rental vehicle', 'alias'],
  ['YAMSAA CO LTD', 'Progress Residential', 'alias'],
  ['CONREX RESIDENTIAL PROPERTY', 'Conrex', 'alias'],
  ['AINO NC LLC', 'Aalto Invest', 'alias'],
  ['CONREX RESIDENTIAL PROPERTY GROUP 2013-4 OPERATING CO LLC', 'VineBrook Homes', 'alias'],
  ['CONREX RESIDENTIAL PROPERTY GROUP 2016-02 OPERATING CO LLC', 'Brookfield', 'alias'],
  ['OPENDOOR PROPERTY TRUST I', 'Opendoor', 'ibuyer'],
  ['OFFERPAD SPE BORROWER A LLC', 'Offerpad', 'ibuyer'],
])('%p belongs to %p', (name, parent, kind) => {
  const normalised = normaliseOwnerName(name);
  expect(normalised.kind).toBe('company');
  expect(isInstitution(normalised.nameKey)).toEqual({ kind: kind as 'alias' | 'ibuyer', parent });
  expect(isIbuyer(normalised.nameKey)).toBe(kind === 'ibuyer');
});

test.each([
  'OAK STREET HOMES LLC',
  'AMH',
  'SMITH SFR HOLDINGS LLC',
  'SRP NORTH STREET LLC',
  'AMERICAN HOMES OF SPRINGFIELD LLC',
  'SUNNY HOMES 2021 LLC',
  'DOWNTOWN HOTEL BORROWER LLC',
  'EXAMPLE PROPERTIES THREE LLC',
  'EXAMPLE TOWER PROPERTY OWNER LLC',
  'EXAMPLE HOMES FOR RENT LLC',
  'EXAMPLE VA PROPERTIES LLC',
  'EXAMPLE REO PROPERTIES LLC',
  'XQZ 2 LLC',
  'XQZ ASSETS LLC',
  'KIM SUB',
  'DOE FAMILY TRUST 2013-05-12',
  'SEASIDE OPERATING CO LLC',
  'TAH JOHN',
  'CAMILLO ANTHONY J',
  'PROGRESS ENERGY',
  'KNOCK JOHN',
  'ORCHARD PETER',
])('%p is not an institution', (name) => {
  expect(isInstitution(normaliseOwnerName(name).nameKey)).toBeNull();
});
