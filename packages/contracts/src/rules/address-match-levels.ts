/**
 * How an address was matched. `exact`: the request agrees with the record. `corrected`: it differs from the record.
 * `building`: a building with several units, none named. `geocoded`: found by another geocoder.
 */
export const ADDRESS_MATCH_LEVELS = ['exact', 'corrected', 'building', 'geocoded'] as const;
export type AddressMatchLevel = (typeof ADDRESS_MATCH_LEVELS)[number];
