import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface County {
  state: string;
  /** Prefix of parcel ids, different for two counties of a state. */
  prefix: string;
  parcels: number;
  latitude: number;
  longitude: number;
}

export const FIRST: County = { state: 'AZ', prefix: 'A', parcels: 12, latitude: 33.4, longitude: -112 };

/** 2026-01-01; the counties' records lie before it. */
export const COUNTY_AS_OF = '2026-01-01';

/** A surname of letters only, because a name with a digit is not a person's. */
const surname = (stem: string, number: number): string =>
  stem +
  [...String(number)]
    .map((digit) => ['ba', 'ko', 'li', 'mu', 'ne', 'pa', 'ro', 'si', 'tu', 've'][Number(digit)])
    .join('');

/**
 * Writes canonical files of a fictional county: parcels on a line going north, 0.05 miles apart. A company bought
 * every parcel from a person in March 2025. It resold the even ones in August 2025 (flips) and kept the odd ones
 * (rentals).
 */
export async function writeCounty(folder: string, county: County): Promise<string> {
  await mkdir(folder, { recursive: true });
  const numbers = Array.from({ length: county.parcels }, (_, index) => index);
  const properties = numbers.map((number) =>
    [
      `${county.prefix}-${number}`,
      `${100 + number} Sample St`,
      'Sampleville',
      county.state,
      '10001',
      county.latitude + (number * 0.05) / 69,
      county.longitude,
      'SFR',
      3,
      2,
      1500,
      1970,
    ].join(','),
  );
  const transfers = numbers.flatMap((number) => {
    const company = `Invented Homes ${county.prefix} ${number} LLC`;
    const parcel = `${county.prefix}-${number}`;
    const price = 150_000 + number;
    const bought = `${parcel},B${parcel},2025-03-01,${price},Quentin ${surname('Sel', number)},${company},warranty deed,9 Office Blvd Ste ${number},Elsewhere,${county.state},10002`;
    const resold = `${parcel},S${parcel},2025-08-01,${price + 70_000},${company},Ottoline ${surname('Buy', number)},warranty deed,,,,`;
    return number % 2 === 0 ? [bought, resold] : [bought];
  });
  await Bun.write(
    join(folder, 'properties.csv'),
    `parcel_id,address,city,state,zip,latitude,longitude,property_type,bedrooms,bathrooms,living_square_feet,year_built\n${properties.join('\n')}\n`,
  );
  await Bun.write(
    join(folder, 'transfers.csv'),
    `parcel_id,document_id,sale_date,price,grantor,grantee,deed_type,buyer_mailing_address,buyer_mailing_city,buyer_mailing_state,buyer_mailing_zip\n${transfers.join('\n')}\n`,
  );
  return folder;
}
