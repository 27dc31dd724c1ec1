import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type InvestorsUnderTest, investorsUnderTest } from '../../investors-under-test.fixture.ts';
import { HOUSE, north } from './buyer-search.fixture.ts';

let service: InvestorsUnderTest;
beforeAll(async () => {
  service = await investorsUnderTest();
}, 60_000);
afterAll(() => service?.close());

const METERS_PER_MILE = 1609.344;
const metersNorth = (meters: number) => ({
  latitude: north(meters / METERS_PER_MILE),
  longitude: HOUSE.longitude,
});

const identify = async (location: object) => {
  const response = await service.ask('/internal/searched-property', location);
  const { searched_address: header, ...body } = (await response.json()) as Record<string, unknown>;
  return { status: response.status, body, header };
};
const house = { counted_thing: { kind: 'property', value: String(HOUSE.property_id) } };

describe('a buyer search counts for', () => {
  test('the property of its address, also when coordinates of another place are sent', async () => {
    expect((await identify({ address: 'the house' })).body).toEqual(house);
    expect((await identify({ address: 'the house', latitude: 10, longitude: 20 })).body).toEqual(house);
  });

  test('the property at its coordinates, so that both ways count once', async () => {
    for (const meters of [0, 29.9]) expect((await identify(metersNorth(meters))).body).toEqual(house);
    expect((await identify({ address: 'nowhere', ...metersNorth(5) })).body).toEqual(house);
  });

  test('the geohash without a property within 30 m, the same for close points', async () => {
    const far = { latitude: 33.6, longitude: -112.2 };
    const { body } = await identify(far);
    expect(body).toEqual({ counted_thing: { kind: 'property', value: '9tbpnudq' } });
    expect((await identify({ ...far, latitude: far.latitude + 0.00001 })).body).toEqual(body);
    expect((await identify({ ...far, latitude: far.latitude + 0.01 })).body).not.toEqual(body);
    expect((await identify(metersNorth(31))).body).not.toEqual(house);
  });

  test('nothing when the address matches nothing: 404, as the search would return', async () => {
    expect(await identify({ address: 'nowhere' })).toMatchObject({ status: 404, body: { code: 'ADDRESS_NOT_FOUND' } });
    expect(await identify({ address: 'the zip' })).toMatchObject({ status: 404 });
  });

  test('nothing when the address service fails: 502', async () => {
    expect(await identify({ address: 'broken' })).toMatchObject({ status: 502, body: { code: 'UPSTREAM_ERROR' } });
  });
});

describe('a buyer search reports whether contacts were looked up:', () => {
  const skiptraced = async (body: object) => (await service.post(body)).headers.get('x-plat-skiptraced');
  test('true when it found buyers', async () => {
    expect(await skiptraced({ address: 'the house' })).toBe('true');
  });
  test('false without buyers', async () => {
    expect(await skiptraced({ address: 'the house', property_types: ['LAND'] })).toBe('false');
  });
});
