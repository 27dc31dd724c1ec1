import {
  createIndexesSql,
  createPartitionSql,
  type DatasetTableName,
  ensureMarketSchema,
  partitionName,
} from '@plat/dataset';
import type { Sql } from '@plat/db';
import {
  type AddressParts,
  addressKey,
  cityKey,
  displayAddress,
  displayCity,
  parseAddressLine,
  streetKeyOf,
  streetNameKeyOf,
  unitKeyOf,
} from '@plat/records';
import type { AddressRow, PlaceRow, StreetRow } from './domain/ports.ts';

/** A test address; property ids count up from 1 in order. */
export interface TestAddress {
  line: string;
  city: string | null;
  state: string;
  zip: string | null;
  latitude?: number | null;
  longitude?: number | null;
}

export interface TestMarket {
  addresses: AddressRow[];
  streets: StreetRow[];
  places: PlaceRow[];
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** Builds the rows of `market.address`, `street` and `place` for these addresses. */
export function marketOf(addresses: readonly TestAddress[]): TestMarket {
  const rows = addresses.map((one, index): AddressRow => {
    const parts: AddressParts = { ...parseAddressLine(one.line), city: one.city, state: one.state, zip: one.zip };
    return {
      region: one.state,
      address_key: addressKey(parts),
      property_id: index + 1,
      address: displayAddress(parts),
      house_number: parts.houseNumber,
      street_key: streetKeyOf(parts),
      unit_key: unitKeyOf(parts),
      city: displayCity(one.city),
      state: one.state,
      zip: one.zip,
      latitude: one.latitude === undefined ? 33 + index / 1000 : one.latitude,
      longitude: one.longitude === undefined ? -112 - index / 1000 : one.longitude,
    };
  });
  const grouped = <K extends string>(keyOf: (row: AddressRow) => K | null): Map<K, AddressRow[]> => {
    const groups = new Map<K, AddressRow[]>();
    for (const row of rows) {
      const key = keyOf(row);
      if (key === null) continue;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
    return groups;
  };
  const streets = [...grouped((row) => `${row.region}|${row.street_key}|${cityKey(row.city)}|${row.zip}`).values()].map(
    (group): StreetRow => {
      const row = group[0] as AddressRow;
      const streetNameKey = streetNameKeyOf(parseAddressLine(`1 ${row.street_key}`));
      return {
        region: row.region,
        street_key: row.street_key,
        street_name_key: streetNameKey,
        city_key: row.city?.toUpperCase() ?? null,
        zip: row.zip,
        address_count: group.length,
      };
    },
  );
  const place = (kind: 'city' | 'zip', group: AddressRow[]): PlaceRow[] => {
    const row = group[0] as AddressRow;
    const located = group.filter((one) => one.latitude !== null && one.longitude !== null);
    if (located.length === 0) return [];
    const label = `${row.city ?? ''}, ${row.state}`;
    return [
      {
        region: row.region,
        kind,
        place_key: (kind === 'zip' ? row.zip : row.city?.toUpperCase()) as string,
        label: kind === 'zip' ? `${label} ${row.zip}` : label,
        latitude: median(located.map((one) => one.latitude as number)),
        longitude: median(located.map((one) => one.longitude as number)),
        address_count: group.length,
      },
    ];
  };
  const cities = grouped((row) => (row.city === null ? null : `${row.region}|${cityKey(row.city)}`));
  const zips = grouped((row) => (row.zip === null ? null : `${row.region}|${row.zip}`));
  const places = [
    ...[...cities.values()].flatMap((group) => place('city', group)),
    ...[...zips.values()].flatMap((group) => place('zip', group)),
  ];
  return { addresses: rows, streets, places };
}

/** Publishes the rows as a version, with the dataset's partitions and indexes. */
export async function publishTestMarket(sql: Sql, market: TestMarket, version = 1): Promise<void> {
  await ensureMarketSchema(sql);
  const regions = [...new Set(market.addresses.map((row) => row.region))];
  const tables = { address: market.addresses, street: market.streets, place: market.places };
  for (const [name, rows] of Object.entries(tables) as [DatasetTableName & keyof typeof tables, AddressRow[]][]) {
    for (const region of regions) {
      const partition = partitionName(name, region, version);
      await sql.unsafe(createPartitionSql('live', name, partition, region));
      for (const index of createIndexesSql('live', name, partition)) await sql.unsafe(index);
      const own = rows.filter((row) => row.region === region);
      for (let at = 0; at < own.length; at += 2_000) {
        await sql`insert into market.${sql(partition)} ${sql(own.slice(at, at + 2_000))}`;
      }
      await sql.unsafe(`analyze market.${partition}`);
    }
  }
  const builds = Object.fromEntries(regions.map((region) => [region, version]));
  await sql`
    insert into market.version (version, kind, as_of, imports, regions)
    values (${version}, 'import', '2026-01-01', '[]', ${sql.json(builds)})`;
  await sql.notify('market_published', String(version));
}
