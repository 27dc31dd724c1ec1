import { join, resolve as resolvePath } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseAddressLine } from '@plat/records';
import { readSheet } from 'read-excel-file/node';
import type { TestAddress } from './market.fixture.ts';

/** Folder of real public records, if this machine has them. */
export const REAL_RECORDS = process.env.PLAT_DATA_DIR ?? resolvePath(import.meta.dir, '../../../../shared/data');

type Row = Record<string, string>;

const asRows = ([header = [], ...records]: string[][]): Row[] =>
  records.map((record) => Object.fromEntries(header.map((name, at) => [name.trim(), (record[at] ?? '').trim()])));

/** Reads the records of a CSV file by column name; fields may be quoted. */
export async function readCsv(file: string): Promise<Row[]> {
  const bytes = await Bun.file(file).bytes();
  const text = new TextDecoder().decode(file.endsWith('.gz') ? gunzipSync(bytes) : bytes);
  const rows: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (character === ',' && !isQuoted) {
      rows.at(-1)?.push(field);
      field = '';
    } else if (character === '\n' && !isQuoted) {
      rows.at(-1)?.push(field.replace(/\r$/, ''));
      field = '';
      rows.push([]);
    } else field += character;
  }
  return asRows(rows);
}

/** Reads the records below the header row of a workbook's first sheet. */
async function readXlsx(file: string): Promise<Row[]> {
  const rows = (await readSheet(file)).map((row) => row.map((cell) => String(cell ?? '')));
  const header = rows.findIndex((row) => row.some((cell) => cell.trim() === 'ADDRESS'));
  return asRows(rows.slice(header));
}

const number = (text: string | undefined): number | null => (text ? Number(text) : null);
const place = (line: string, city: string | null, state: string, zip: string | null = null): TestAddress => ({
  line,
  city,
  state,
  zip: zip?.slice(0, 5) || null,
});
const inside = (folder: string, file: string): string => join(REAL_RECORDS, folder, file);

/** Reads situs addresses of public records, by folder or file. */
export const SOURCES: Readonly<Record<string, () => Promise<TestAddress[]>>> = {
  'philadelphia-pa': async () =>
    (await readCsv(inside('philadelphia-pa', 'opa-properties.csv'))).map((row) => ({
      ...place(
        row.unit ? `${row.location} UNIT ${row.unit}` : (row.location ?? ''),
        'Philadelphia',
        'PA',
        row.zip_code,
      ),
      latitude: number(row.lat),
      longitude: number(row.lng),
    })),
  'cambridge-ma': async () =>
    (await readCsv(inside('cambridge-ma', 'assessing-fy2022.csv'))).map((row) => ({
      ...place(row.Unit ? `${row.Address} #${row.Unit}` : (row.Address ?? ''), 'Cambridge', 'MA'),
      latitude: number(row.Latitude),
      longitude: number(row.Longitude),
    })),
  'massachusetts-massgis': async () =>
    (await readCsv(inside('massachusetts-massgis', 'M087Assess_CY25_FY25.csv.gz'))).map((row) =>
      place([row.SITE_ADDR, row.LOCATION].join(' ').trim(), row.CITY ?? null, 'MA', row.ZIP),
    ),
  'lebanon-nh': async () =>
    (await readCsv(inside('lebanon-nh', 'parcels.csv'))).map((row) => place(row.situs_address ?? '', 'Lebanon', 'NH')),
  'maricopa-az': async () =>
    (await readCsv(inside('maricopa-az', 'Parcels.csv.gz'))).map((row) => {
      const street = ['Number', 'Direction', 'Name', 'Type', 'Suffix', 'Post Direction'];
      const line = street.map((part) => row[`Property Street ${part}`] ?? '').filter((part) => part !== '');
      const suite = row['Property Suite'] ? ` # ${row['Property Suite']}` : '';
      return place(line.join(' ') + suite, row['Property City'] ?? null, 'AZ', row['Property Zip Code']);
    }),
  'hillsborough-fl': async () =>
    (await readCsv(inside('hillsborough-fl', 'hcpa-search-export-25-files.csv.gz'))).map((row) =>
      place(row.SiteAddress ?? '', row.SiteCity ?? null, 'FL', row.SiteZip),
    ),
  connecticut: async () =>
    (await readCsv(inside('connecticut', 'Real_Estate_Sales_2001-2022_GL.first-9998.csv.gz'))).map((row) =>
      place(row.Address ?? '', row.Town ?? null, 'CT'),
    ),
  'nyc-ny/rollingsales_bronx.xlsx': () => boroughSales('rollingsales_bronx.xlsx', 'Bronx'),
  'nyc-ny/2019_brooklyn.xlsx': () => boroughSales('2019_brooklyn.xlsx', 'Brooklyn'),
  'nyc-ny/2019_statenisland.xlsx': () => boroughSales('2019_statenisland.xlsx', 'Staten Island'),
};

/** Every borough of New York City is a county. */
async function boroughSales(file: string, city: string): Promise<TestAddress[]> {
  return (await readXlsx(inside('nyc-ny', file))).map((row) => {
    const [line = '', unit] = (row.ADDRESS ?? '').split(', ');
    const apartment = row['APARTMENT NUMBER'] || unit;
    return place(apartment ? `${line} APT ${apartment}` : line, city, 'NY', row['ZIP CODE']);
  });
}

/** Addresses with a house number, without the repetitions of sales lists. */
export function distinctHouses(addresses: readonly TestAddress[]): TestAddress[] {
  const known = new Map<string, TestAddress>();
  for (const address of addresses) {
    if (parseAddressLine(address.line).houseNumber === null) continue;
    const { line, city, zip } = address;
    known.set(`${line}|${city}|${zip}`.toUpperCase(), address);
  }
  return [...known.values()];
}
