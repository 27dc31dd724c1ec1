import { describe, expect, test } from 'bun:test';
import { AppError } from '@plat/kit';
import { SUBJECT } from './examples.fixture.ts';
import { locateSubject } from './locate-subject.ts';
import type { PropertyAtPoint, ResolvedAddress } from './ports.ts';

const ADDRESS = '12 W Juniper Ave, Phoenix, AZ 85013';
const FACTS = {
  propertyType: 'SFR' as const,
  bedrooms: 3,
  bathrooms: 2,
  livingSquareFeet: 1500,
  estimatedValue: 400_000,
};
const SENT = { latitude: 10, longitude: 20 };
const NONE = { latitude: null, longitude: null };
const unknown = { propertyType: null, bedrooms: null, bathrooms: null, livingSquareFeet: null, estimatedValue: null };

function locate(
  location: { address: string | null; latitude: number | null; longitude: number | null },
  resolved: ResolvedAddress | null,
  atPoint: PropertyAtPoint | null = null,
) {
  const addresses = { resolve: async () => resolved };
  const properties = { facts: async () => FACTS, at: async () => atPoint };
  return locateSubject(location, { addresses, properties }, new AbortController().signal);
}
const property = { address: ADDRESS, propertyId: 5, latitude: SUBJECT.latitude, longitude: SUBJECT.longitude };
const found = { ...property, level: 'exact' as const };

describe('the subject of a search', () => {
  test('is the property at the address, even when coordinates are sent', async () => {
    expect(await locate({ address: ADDRESS, ...SENT }, found)).toEqual({
      facts: { latitude: 33.5, longitude: -112.1, ...FACTS },
      searched: {
        point: { latitude: 33.5, longitude: -112.1 },
        property,
        match: { level: 'exact', address: ADDRESS, propertyId: 5 },
      },
    });
  });

  test('is the given point when the address cannot be resolved', async () => {
    expect(await locate({ address: ADDRESS, ...SENT }, null)).toEqual({
      facts: { ...SENT, ...unknown },
      searched: { point: SENT, property: null, match: { level: 'coordinates', address: null, propertyId: null } },
    });
  });

  test('is the property at the point for coordinates alone, so that both rank alike', async () => {
    const nearest = { propertyId: 7, address: ADDRESS, facts: FACTS };
    const { facts, searched } = await locate({ address: null, ...SENT }, null, nearest);
    expect(facts).toEqual({ ...SENT, ...FACTS });
    expect(searched.property).toBeNull();
    expect(searched.match).toEqual({ level: 'coordinates', address: ADDRESS, propertyId: 7 });
  });

  test('uses the given coordinates for a property without its own, and keeps its facts', async () => {
    const resolved = { address: ADDRESS, propertyId: 5, level: 'corrected' as const, ...NONE };
    expect(await locate({ address: ADDRESS, ...SENT }, resolved)).toEqual({
      facts: { ...SENT, ...FACTS },
      searched: {
        point: SENT,
        property: { address: ADDRESS, propertyId: 5, ...NONE },
        match: { level: 'corrected', address: ADDRESS, propertyId: 5 },
      },
    });
  });

  test('names no property when the address is a building without unit', async () => {
    const building = { ...found, propertyId: null, level: 'building' as const };
    const { searched } = await locate({ address: ADDRESS, ...NONE }, building);
    expect(searched).toEqual({
      point: { latitude: 33.5, longitude: -112.1 },
      property: null,
      match: { level: 'building', address: ADDRESS, propertyId: null },
    });
  });

  test.each<[string, ResolvedAddress | null, RegExp]>([
    ['an address that nothing matches', null, /matches no property, or more than one/],
    [
      'a property without coordinates',
      { address: ADDRESS, propertyId: 5, level: 'exact', ...NONE },
      /no coordinates on record/,
    ],
  ])('is not found for %s when no coordinates are sent', async (_, resolved, message) => {
    const error = await locate({ address: ADDRESS, ...NONE }, resolved).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'ADDRESS_NOT_FOUND', status: 404, message: expect.stringMatching(message) });
  });
});
