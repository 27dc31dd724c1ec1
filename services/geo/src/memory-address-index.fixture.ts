import type { AddressIndex, AddressRow } from './domain/ports.ts';

/** An in-memory address index for resolving whole addresses. */
export function memoryAddressIndex(rows: readonly AddressRow[]): AddressIndex {
  const byKey = Map.groupBy(rows, (row) => row.address_key);
  const byHouse = Map.groupBy(rows, (row) => `${row.street_key}|${row.house_number}`);
  const byStreet = Map.groupBy(rows, (row) => `${row.region}|${row.street_key}`);
  const isIn = (regions: readonly string[] | null) => (row: AddressRow) => regions?.includes(row.region) ?? true;
  return {
    byKeys: async (keys, regions) => keys.flatMap((key) => byKey.get(key) ?? []).filter(isIn(regions)),
    byHouse: async (streetKeys, houseNumber, regions, limit) =>
      streetKeys
        .flatMap((streetKey) => byHouse.get(`${streetKey}|${houseNumber}`) ?? [])
        .filter(isIn(regions))
        .slice(0, limit),
    onStreet: async ({ region, streetKey }, limit) => (byStreet.get(`${region}|${streetKey}`) ?? []).slice(0, limit),
    byPrefixes: async () => {
      throw new Error('not for autocomplete');
    },
  };
}
