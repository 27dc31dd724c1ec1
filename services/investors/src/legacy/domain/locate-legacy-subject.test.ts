import { describe, expect, test } from 'bun:test';
import { AppError } from '@plat/kit';
import type { ResolvedAddress } from '../../search/domain/ports.ts';
import { locateLegacySubject } from './locate-legacy-subject.ts';

const HOUSE: ResolvedAddress = {
  address: '12 W Juniper Ave, Phoenix, AZ 85013',
  propertyId: 1,
  latitude: 33.5,
  longitude: -112.1,
  level: 'corrected',
};
const locate = (address: string, resolved: ResolvedAddress | null) =>
  locateLegacySubject(address, { resolve: async () => resolved }, new AbortController().signal);
const refusal = async (address: string, resolved: ResolvedAddress | null = null) => {
  const error = await locate(address, resolved).catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error('expected a refusal');
  return `${error.status} ${error.code}`;
};

describe('the address of a search', () => {
  test('is returned in standard form, with the coordinates of its property', async () => {
    expect(await locate('12 west juniper avenue phoenix', HOUSE)).toEqual({
      subject: { propertyId: 1, parsedAddress: HOUSE.address, latitude: 33.5, longitude: -112.1 },
      match: { level: 'corrected', address: HOUSE.address, propertyId: 1 },
    });
  });

  test.each(['Phoenix, AZ', '85013', 'Main St, Phoenix, AZ', '12', '???', 'PO Box 12, Phoenix, AZ 85013', '\u0000'])(
    '%p names no house: 400',
    async (address) => {
      expect(await refusal(address)).toBe('400 INVALID_ADDRESS');
    },
  );

  test.each(['12 Nowhere Rd, Phoenix, AZ 85013', '1 Main St', '12 1/2 Elm Ct Apt 4, Reno NV'])(
    '%p can be read and is of no property: 404',
    async (address) => {
      expect(await refusal(address)).toBe('404 ADDRESS_NOT_FOUND');
    },
  );

  test('is not found for a property without coordinates', async () => {
    expect(await refusal('12 W Juniper Ave', { ...HOUSE, latitude: null })).toBe('404 ADDRESS_NOT_FOUND');
  });

  test('is valid in any spelling that the address service knows', async () => {
    expect((await locate('the old mill', HOUSE)).subject.propertyId).toBe(1);
  });
});
