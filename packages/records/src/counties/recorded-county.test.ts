import { describe, expect, test } from 'bun:test';
import { recordedCounty } from './recorded-county.ts';

describe('the county of a record', () => {
  test.each([
    ['PA', '42101', null, '42101', 'Philadelphia'],
    ['AL', '1001', null, '01001', 'Autauga'],
    ['PA', null, 'PHILADELPHIA', '42101', 'Philadelphia'],
    ['FL', null, 'Hillsborough County', '12057', 'Hillsborough'],
    ['FL', null, 'Saint Johns', '12109', 'St. Johns'],
    ['LA', null, 'Orleans', '22071', 'Orleans Parish'],
    ['VA', null, 'Richmond city', '51760', 'Richmond city'],
    ['VA', null, 'Richmond County', '51159', 'Richmond'],
    ['NV', null, 'Carson City', '32510', 'Carson City'],
    ['VA', null, 'James City', '51095', 'James City'],
    ['GA', null, 'De Kalb', '13089', 'DeKalb'],
  ])('reads %s %s %s', (state, fips, name, expected, expectedName) => {
    expect(recordedCounty(state, fips, name)).toEqual({ fips: expected, name: expectedName });
  });

  test.each([
    ['a name that fits a city and a county', 'VA', null, 'Richmond'],
    ['a name that is not a county of the state', 'PA', null, 'Maricopa'],
    ['a code of another state', 'PA', '04013', null],
    ['nothing recorded', 'PA', null, null],
    ['an unknown state', 'ZZ', null, 'Sandbox'],
  ])('does not guess from %s', (_, state, fips, name) => {
    expect(recordedCounty(state, fips, name)).toBeNull();
  });
});
