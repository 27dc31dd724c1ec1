import type { Random } from '@plat/value-model';
import type { Metro, Neighbourhood } from './metros.ts';
import { type Lot, lotsOfSquareMile } from './street-grid.ts';

export type ParcelType = 'SFR' | 'MFR' | 'CONDO' | 'MOBILE' | 'LAND' | 'OTHER';

export interface Parcel {
  parcelId: string;
  apn: string;
  address: string;
  unit: string | null;
  latitude: number;
  longitude: number;
  type: ParcelType;
  landUse: string;
  bedrooms: number | null;
  bathrooms: number | null;
  livingSquareFeet: number | null;
  lotSquareFeet: number;
  yearBuilt: number | null;
  unitsCount: number;
  /** US dollars on the last day, in ordinary condition. */
  value: number;
  /** Built and first sold within the generated years. */
  newlyBuilt: boolean;
}

/** Address line with the unit. */
export const situsLine = ({ address, unit }: Parcel): string => (unit === null ? address : `${address} ${unit}`);

/** A square mile to fill, with its location. */
export interface Ground {
  metro: Metro;
  neighbourhood: Neighbourhood;
  squareMile: readonly [east: number, north: number];
  /** Number of the square mile within its metro. */
  index: number;
}

const LAND_USES: Readonly<Record<ParcelType, string>> = {
  SFR: 'SINGLE FAMILY RESIDENTIAL',
  MFR: 'MULTI-FAMILY 2-4 UNITS',
  CONDO: 'CONDOMINIUM',
  MOBILE: 'MOBILE HOME',
  LAND: 'VACANT LAND',
  OTHER: 'COMMERCIAL',
};

const TYPES: ReadonlyArray<readonly [ParcelType, number]> = [
  ['SFR', 87],
  ['MFR', 4.5],
  ['CONDO', 0.8],
  ['MOBILE', 2.5],
  ['LAND', 3.5],
  ['OTHER', 1.7],
];
const ARTERIAL_TYPES: typeof TYPES = [
  ['SFR', 66],
  ['MFR', 13],
  ['CONDO', 1.5],
  ['LAND', 5],
  ['OTHER', 14.5],
];

const typicalUnits = (random: Random) =>
  random.weighted([
    [2, 55],
    [3, 15],
    [4, 22],
    [random.integer(8, 40), 8],
  ]);

function bedroomsFor(random: Random, livingSquareFeet: number): number {
  return Math.max(1, Math.min(6, Math.round(livingSquareFeet / 560 + 0.4 + 0.45 * random.normal())));
}

const bathroomsFor = (random: Random, bedrooms: number) =>
  Math.max(1, Math.round(2 * (0.35 + 0.55 * bedrooms + 0.25 * random.normal())) / 2);

/** The parcels of one square mile, lot by lot; a condominium lot yields one parcel per unit. */
export function* parcelsOf(ground: Ground, random: Random, lastYear: number): Generator<Parcel> {
  const { metro, neighbourhood, index } = ground;
  const { builtAround, turned } = neighbourhood;
  let serial = 0;
  for (const lot of lotsOfSquareMile({ ...ground, builtAround, turned })) {
    const type = random.weighted(lot.isArterial ? ARTERIAL_TYPES : TYPES);
    const units = type === 'CONDO' ? random.integer(6, 16) : 1;
    for (let unit = 0; unit < units; unit++) {
      serial += 1;
      const number = `${String(index + 1).padStart(4, '0')}-${String(serial).padStart(5, '0')}`;
      const unitName = type === 'CONDO' ? `${1 + Math.floor(unit / 4)}0${1 + (unit % 4)}` : null;
      yield describe(random, neighbourhood, lot, type, {
        parcelId: `SAMPLE-${metro.code}-${number}`,
        apn: number,
        unit: unitName === null ? null : `${index % 2 === 0 ? 'UNIT' : 'APT'} ${unitName}`,
        lastYear,
      });
    }
  }
}

function describe(
  random: Random,
  neighbourhood: Neighbourhood,
  lot: Lot,
  type: ParcelType,
  given: { parcelId: string; apn: string; unit: string | null; lastYear: number },
): Parcel {
  const unitsCount = type === 'MFR' ? typicalUnits(random) : type === 'LAND' || type === 'OTHER' ? 0 : 1;
  const typicalSize = { SFR: 1580, MFR: 880 * unitsCount, CONDO: 980, MOBILE: 1050, LAND: 0, OTHER: 3400 }[type];
  const livingSquareFeet = typicalSize === 0 ? null : Math.round(typicalSize * Math.exp(0.24 * random.normal()));
  const sizePerHome = (livingSquareFeet ?? 0) / Math.max(1, unitsCount);
  const homes = type === 'LAND' || type === 'OTHER' ? 0 : Math.max(1, unitsCount);
  const bedrooms = homes === 0 ? null : bedroomsFor(random, sizePerHome) * homes;
  const newlyBuilt = type === 'SFR' && random.chance(0.018);
  const yearBuilt = newlyBuilt
    ? given.lastYear
    : type === 'LAND'
      ? null
      : Math.min(given.lastYear - 6, Math.round(neighbourhood.builtAround + 9 * random.normal()));
  const lotSquareFeet =
    type === 'CONDO' ? 0 : Math.round(6400 * Math.exp(0.25 * random.normal()) * (type === 'OTHER' ? 3 : 1));
  const level = neighbourhood.dollarsPerSquareFoot * Math.exp(0.11 * random.normal()) * (newlyBuilt ? 1.15 : 1);
  const perSquareFoot = level * { SFR: 1, MFR: 0.72, CONDO: 0.92, MOBILE: 0.55, LAND: 0, OTHER: 0.85 }[type];
  // Larger homes cost less per square foot: an elasticity of 0.85 around 1,500 square feet.
  const building =
    livingSquareFeet === null ? 0 : perSquareFoot * livingSquareFeet * (1500 / Math.max(400, sizePerHome)) ** 0.15;
  return {
    parcelId: given.parcelId,
    apn: given.apn,
    address: `${lot.houseNumber} ${lot.street}`,
    unit: given.unit,
    latitude: lot.latitude,
    longitude: lot.longitude,
    type,
    landUse: LAND_USES[type],
    bedrooms,
    bathrooms: bedrooms === null ? null : homes * bathroomsFor(random, bedrooms / homes),
    livingSquareFeet,
    lotSquareFeet,
    yearBuilt,
    unitsCount,
    value: building > 0 ? building : level * lotSquareFeet * 0.06,
    newlyBuilt,
  };
}
