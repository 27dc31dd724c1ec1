import { expect, test } from 'bun:test';
import { NO_PLACE, placeOf, queryOf } from './place.ts';

test('a place survives its URL', () => {
  const place = {
    ...NO_PLACE,
    address: '1 W Main St, Phoenix, AZ 85019',
    latitude: 33.5,
    longitude: -112.1,
    radius: 3,
    years: 1,
    buyers: 'flipper' as const,
    types: ['SFR', 'MFR'] as const,
    minPrice: 1,
    maxPrice: 2,
    minBedrooms: 3,
    phoneOnly: true,
    institutions: true,
    offMarket: true,
    sort: 'distance' as const,
    selected: 'buy_1',
    saved: 'search 1',
    repairs: 0,
    fee: 1,
    rule: 65,
  };
  expect(placeOf(queryOf(place))).toEqual(place);
});

test('leaves defaults out of the URL', () => expect(queryOf(NO_PLACE).toString()).toBe(''));

test('ignores what it does not understand', () => {
  expect(placeOf(new URLSearchParams('radius=9999&lat=abc&types=CASTLE&buyers=all&rule=-1'))).toEqual(NO_PLACE);
});
