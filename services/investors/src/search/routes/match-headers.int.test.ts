import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { encodePropertyId } from '@plat/contracts';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { HOUSE, north } from './buyer-search.fixture.ts';

const SENT = { latitude: north(1), longitude: -112.1 };
const AT_THE_HOUSE = { latitude: HOUSE.latitude, longitude: HOUSE.longitude };
const THE_HOUSE = { address: HOUSE.address, id: encodePropertyId(HOUSE.property_id) };

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());

const matched = async (body: object, status = 200) => {
  const response = await service.post(body);
  expect(response.status).toBe(status);
  const { headers } = response;
  return [headers.get('x-match-level'), headers.get('x-subject-address'), headers.get('x-subject-property-id')];
};

describe.each([
  ['a buyer search', {}, 200],
  ['a background search', { async: true }, 202],
])('%s names its subject in headers:', (_, more, status) => {
  test.each<[string, object, (string | null)[]]>([
    ['a property', { address: 'the house' }, ['exact', THE_HOUSE.address, THE_HOUSE.id]],
    [
      'a property, beside other coordinates',
      { address: 'the house', ...SENT },
      ['exact', THE_HOUSE.address, THE_HOUSE.id],
    ],
    ['a corrected address', { address: 'the misspelled house' }, ['corrected', THE_HOUSE.address, THE_HOUSE.id]],
    ['a building', { address: 'the building' }, ['building', '9 Tower Rd, Phoenix, AZ 85013', null]],
    ['a geocoded house', { address: 'geocoded house' }, ['geocoded', '12 Far Away Rd, Phoenix, AZ', null]],
    ['the property at coordinates', AT_THE_HOUSE, ['coordinates', THE_HOUSE.address, THE_HOUSE.id]],
    [
      'coordinates beside a refused address',
      { address: 'nowhere', ...AT_THE_HOUSE },
      ['coordinates', THE_HOUSE.address, THE_HOUSE.id],
    ],
    ['coordinates without a property', SENT, ['coordinates', null, null]],
  ])('%s', async (_, body, expected) => {
    expect(await matched({ ...body, ...more }, status)).toEqual(expected);
  });

  test('sends no match headers with an error', async () => {
    expect(await matched({ address: 'nowhere', ...more }, 404)).toEqual([null, null, null]);
    expect(await matched({ address: 'broken', ...more }, 502)).toEqual([null, null, null]);
  });
});
