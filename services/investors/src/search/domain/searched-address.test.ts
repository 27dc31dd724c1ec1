import { describe, expect, test } from 'bun:test';
import type { AddressResolver, ResolvedAddress } from './ports.ts';
import { resolutionCodec, resolvedAtAcceptance } from './searched-address.ts';

const HOUSE: ResolvedAddress = {
  address: '12 W Juniper Ave, Phoenix, AZ 85013',
  propertyId: 7,
  latitude: 33.5,
  longitude: -112.1,
  level: 'exact',
};
const ELSEWHERE: ResolvedAddress = { ...HOUSE, propertyId: 8 };
const now: AddressResolver = { resolve: async () => ELSEWHERE };
const signal = new AbortController().signal;

const stored = (resolved: ResolvedAddress | null) => JSON.parse(JSON.stringify(resolutionCodec.encode({ resolved })));

describe('the address of an accepted search', () => {
  test.each([
    ['a house', HOUSE],
    ['no match', null],
  ])('stays %s', async (_, resolved) => {
    expect(await resolvedAtAcceptance(stored(resolved), now).resolve('x', signal)).toEqual(resolved);
  });

  test('is resolved again when an earlier release accepted the search', async () => {
    expect(await resolvedAtAcceptance(undefined, now).resolve('x', signal)).toEqual(ELSEWHERE);
  });

  test('has a version', () => expect(stored(HOUSE)).toEqual({ version: 0, resolved: HOUSE }));

  test('is not guessed from another form', () => {
    expect(() => resolvedAtAcceptance({ resolved: { address: 'x' } }, now)).toThrow('stored resolved address');
  });
});
