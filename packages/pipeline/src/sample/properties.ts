import { type Holding, type Scene, worthOn } from './conveyance.ts';
import type { CsvRow } from './csv-file.ts';
import { type Ground, situsLine } from './parcels.ts';

/** How rolls spell a situs when they repeat it as the owner's mailing street. */
const SPELLED_OUT: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bAVE\b/, 'AVENUE'],
  [/\bST\b/, 'STREET'],
  [/\bRD\b/, 'ROAD'],
  [/\bDR\b/, 'DRIVE'],
];

const spellOut = (street: string) => SPELLED_OUT.reduce((text, [short, long]) => text.replace(short, long), street);

/** The roll's row of a parcel on the last day. */
export function propertyRow(scene: Scene, ground: Ground, holding: Holding): CsvRow<'properties'> {
  const { random } = scene;
  const { parcel, owner, ownerOccupied } = holding;
  const { metro, neighbourhood } = ground;
  const situs = situsLine(parcel);
  const mailing = owner.mailing !== null && !ownerOccupied ? owner.mailing : null;
  const value = Math.round((worthOn(scene, parcel, scene.lastDay) * Math.exp(0.07 * random.normal())) / 100) * 100;
  const assessed = value * 0.82;
  const landShare = parcel.type === 'LAND' ? 1 : 0.22;
  const rentable = parcel.livingSquareFeet !== null && parcel.type !== 'OTHER';
  return {
    parcel_id: parcel.parcelId,
    fips: neighbourhood.fips,
    apn: parcel.apn,
    address: parcel.address,
    unit: parcel.unit,
    city: neighbourhood.city.toUpperCase(),
    state: metro.state,
    zip: neighbourhood.zip,
    county: neighbourhood.county,
    latitude: parcel.latitude,
    longitude: parcel.longitude,
    property_type: parcel.type,
    land_use: parcel.landUse,
    bedrooms: parcel.bedrooms,
    bathrooms: parcel.bathrooms,
    living_square_feet: parcel.livingSquareFeet,
    lot_square_feet: parcel.lotSquareFeet,
    year_built: parcel.yearBuilt,
    units_count: parcel.unitsCount,
    subdivision: `${neighbourhood.name.toUpperCase()} (SYNTHETIC SAMPLE)`,
    flood_zone: random.chance(0.06) ? 'AE' : 'X',
    owner_name_1: holding.ownerName,
    owner_name_2: owner.coOwner,
    mailing_address: mailing?.street ?? (random.chance(0.2) ? spellOut(situs) : situs),
    mailing_city: (mailing?.city ?? neighbourhood.city).toUpperCase(),
    mailing_state: mailing?.state ?? metro.state,
    mailing_zip: mailing?.zip ?? neighbourhood.zip,
    homestead: ownerOccupied && owner.kind === 'household' && random.chance(0.9) ? 'Y' : 'N',
    assessed_land_value: Math.round(assessed * landShare),
    assessed_improvement_value: Math.round(assessed * (1 - landShare)),
    estimated_value: value,
    // Gross yield falls with the price: 7.6 % at 300,000 dollars, elasticity 0.75.
    estimated_rent: rentable
      ? Math.round((((value / 300_000) ** 0.75 * 300_000 * 0.076) / 12) * Math.exp(0.06 * random.normal()))
      : null,
  };
}
