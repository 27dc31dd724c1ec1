import { cityKey, parseStreet, type StreetParts } from '@plat/records';
import { beginsWithinOneTypo, TypoIndex } from './one-typo.ts';
import type { PlaceRow, StreetRow } from './ports.ts';
import { type NearName, StreetNameIndex } from './street-name-edits.ts';

/** A street with its places. */
export interface KnownStreet {
  streetKey: string;
  nameKey: string;
  parts: StreetParts;
  rows: StreetRow[];
}

/**
 * In-memory index of the dataset's streets, cities and ZIP codes. It narrows a misspelled or partial address to a
 * few streets before a database query. Its size grows with streets, not addresses.
 */
export class Gazetteer {
  private readonly byName = new Map<string, KnownStreet[]>();
  private readonly byKey = new Map<string, KnownStreet>();
  private readonly cities = new Map<string, PlaceRow[]>();
  private readonly zips = new Map<string, PlaceRow[]>();
  private readonly sortedPlaces: PlaceRow[];
  private readonly nameEdits: StreetNameIndex;
  private readonly cityTypos: TypoIndex;
  private readonly names: string[];
  readonly regions: readonly string[];

  constructor(streets: Iterable<StreetRow>, places: readonly PlaceRow[]) {
    const regions = new Set<string>();
    for (const row of streets) {
      regions.add(row.region);
      this.addStreet(row);
    }
    const keyed = places.map((place) => ({ ...place, place_key: cityKey(place.place_key) ?? place.place_key }));
    for (const place of keyed) {
      regions.add(place.region);
      const byKey = place.kind === 'zip' ? this.zips : this.cities;
      byKey.set(place.place_key, [...(byKey.get(place.place_key) ?? []), place]);
    }
    this.regions = [...regions].sort();
    this.names = [...this.byName.keys()];
    this.nameEdits = new StreetNameIndex(this.names);
    this.cityTypos = new TypoIndex(this.cities.keys());
    this.sortedPlaces = keyed.sort(byImportance);
  }

  private addStreet(row: StreetRow): void {
    const known = this.byKey.get(row.street_key);
    if (known !== undefined) {
      known.rows.push(row);
      return;
    }
    const street: KnownStreet = {
      streetKey: row.street_key,
      nameKey: row.street_name_key,
      parts: parseStreet(row.street_key),
      rows: [row],
    };
    this.byKey.set(row.street_key, street);
    const named = this.byName.get(row.street_name_key);
    if (named === undefined) this.byName.set(row.street_name_key, [street]);
    else named.push(street);
  }

  street = (streetKey: string): KnownStreet | undefined => this.byKey.get(streetKey);
  streetsNamed = (nameKey: string): readonly KnownStreet[] => this.byName.get(nameKey) ?? [];
  /** Street names of which this may be a misspelling. */
  namesNear = (nameKey: string): NearName[] => this.nameEdits.near(nameKey);

  /** Street names that start as typed, with at most one typo; for unfinished input. */
  namesBeginning(typed: string, limit: number): string[] {
    const found: string[] = [];
    for (const name of this.names) {
      if (name.length > typed.length && beginsWithinOneTypo(typed, name)) found.push(name);
      if (found.length === limit) break;
    }
    return found;
  }

  isCity = (cityKey: string): boolean => this.cities.has(cityKey);
  citiesNear = (cityKey: string): string[] => this.cityTypos.near(cityKey);
  city = (cityKey: string): readonly PlaceRow[] => this.cities.get(cityKey) ?? [];
  zip = (zip: string): readonly PlaceRow[] => this.zips.get(zip) ?? [];

  /** Places whose key starts as typed, most important first. */
  placesBeginning(typed: string, region: string | null, limit: number): PlaceRow[] {
    const found: PlaceRow[] = [];
    for (const place of this.sortedPlaces) {
      if (region !== null && place.region !== region) continue;
      if (place.place_key.startsWith(typed)) found.push(place);
      if (found.length === limit) break;
    }
    return found;
  }

  /** Centroid for an address without coordinates: its ZIP code's, otherwise its city's. */
  centroid(region: string, cityKey: string | null, zip: string | null): { latitude: number; longitude: number } | null {
    const place = inRegion(this.zip(zip ?? ''), region) ?? inRegion(this.city(cityKey ?? ''), region);
    return place === undefined ? null : { latitude: place.latitude, longitude: place.longitude };
  }

  /** Number of addresses in the city of an address, otherwise in its ZIP code. */
  importance(region: string, cityKey: string | null, zip: string | null): number {
    const place = inRegion(this.city(cityKey ?? ''), region) ?? inRegion(this.zip(zip ?? ''), region);
    return place?.address_count ?? 0;
  }
}

const inRegion = (rows: readonly PlaceRow[], region: string): PlaceRow | undefined =>
  rows.find((row) => row.region === region);

const byImportance = (a: PlaceRow, b: PlaceRow): number =>
  b.address_count - a.address_count || a.place_key.localeCompare(b.place_key) || a.region.localeCompare(b.region);
