import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createRandom } from '@plat/value-model';
import { strToU8, zipSync } from 'fflate';

type Row = Readonly<Record<string, string | number>>;

const cell = (value: string | number): string => (/[",]/.test(String(value)) ? `"${value}"` : String(value));

/** Comma-separated values; `columns` beyond those of the rows stay empty. */
function csv(rows: readonly Row[], columns: readonly string[] = []): string {
  const header = [...new Set([...rows.flatMap((row) => Object.keys(row)), ...columns])];
  return [header.join(','), ...rows.map((row) => header.map((name) => cell(row[name] ?? '')).join(','))].join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A workbook of one sheet, with every cell as text. */
function workbook(rows: readonly Row[]): Uint8Array {
  const header = Object.keys(rows[0] ?? {});
  const lines = [header, ...rows.map((row) => header.map((name) => String(row[name] ?? '')))];
  const sheet = lines.map((cells, line) => {
    const written = cells.map((text, column) => {
      const place = `${String.fromCharCode(65 + column)}${line + 1}`;
      return `<c r="${place}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
    });
    return `<row r="${line + 1}">${written.join('')}</row>`;
  });
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packaged = 'http://schemas.openxmlformats.org/package/2006';
  const files = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

/** A market sale, a sale to the seller, and a transfer without consideration. */
const loudoun = (year: number): Uint8Array => {
  const sale = (at: number, changes: Row): Row => ({
    PARID: `${year}${at}`,
    'INSTRUMENT#': `${year}${at}`,
    'RECORD DATE': `${year}-03-0${at}`,
    PRICE: 400_000,
    'OLD OWNER': 'ASHBROOK, RUTH',
    'NEW OWNER': 'TAMBLIN, WANDA',
    'SALE TYPE': '2:Land & Building',
    'SALE VERIFICATION': '1:MARKET SALE',
    ...changes,
  });
  return workbook([
    sale(1, {}),
    sale(2, { 'NEW OWNER': 'ASHBROOK, RUTH', 'SALE VERIFICATION': '7:RELATED PARTIES' }),
    sale(3, { PRICE: 0, 'SALE VERIFICATION': '0:N/A' }),
  ]);
};

/** One pair of purchase and resale within a year, and one double closing. */
const richmond = (): string => {
  const pair = (parcel: string, bought: string, sold: string): Row => ({
    Parcel_ID: parcel,
    Grantor_x: 'ASHBROOK RUTH',
    Grantee_x: 'OCOTILLO HOMES LLC',
    sale_x: `${parcel}1`,
    Transfer_date_x: bought,
    Consideration_x: 100_000,
    TransferComment_x: '',
    Grantor_y: 'OCOTILLO HOMES LLC',
    Grantee_y: 'TAMBLIN WANDA',
    sale_y: `${parcel}2`,
    Transfer_date_y: sold,
    Consideration_y: 180_000,
    TransferComment_y: '',
  });
  return csv([pair('P1', '2020-01-10', '2020-07-10'), pair('P2', '2020-01-10', '2020-01-12')]);
};

/** One unqualified sale to the seller and one qualified sale. */
const lebanon = (): string => {
  const sale = (lot: number, changes: Row): Row => ({
    'rem mblu map': 1,
    'rem mblu block': 2,
    'rem mblu lot': lot,
    'rem mblu unit': '',
    saledate: '2020-05-01',
    'rem prcl locn': `${lot} ELM ST`,
    'own name': 'TAMBLIN WANDA',
    'book pg': `10/${lot}`,
    saleprice: 250_000,
    qualified: 'Q',
    grantor: 'ASHBROOK RUTH',
    'rem use code': '1010',
    ...changes,
  });
  const rest =
    'co own name,vns style desc,vns num bedrm,vns num baths,vns num hbaths,cns area living,prc ttl lnd area acres,vns ayb,lnd nbhd,address1,address2,city,state,zip,prc ttl assess lnd,prc ttl assess bldg,prc ttl assess';
  const prior = [1, 2, 3].flatMap((at) => [`ID${at} Prior Sale Price`, `ID${at} Prior Sale Date`]);
  const books = [1, 2, 3].map((at) => `ID${at} Prior Book Page`);
  const rows = [sale(1, {}), sale(2, { qualified: 'U', 'own name': 'ASHBROOK RUTH' })];
  return `a line above the header\n${csv(rows, [...rest.split(','), ...prior, ...books])}`;
};

/** Homes with mail there and an exemption, and homes with mail elsewhere and none. */
const cambridge = (): string => {
  const rest =
    'Map/Lot,LandArea,LandValue,BuildingValue,AssessedValue,Interior_Bedrooms,Interior_FullBaths,Interior_HalfBaths,Interior_LivingArea,Interior_NumUnits,Condition_YearBuilt,Book/Page,Owner_CoOwnerName,Owner_Address2,Unit';
  const rows = Array.from({ length: 12 }, (_, at): Row => {
    const isHome = at % 2 === 0;
    return {
      PID: at + 1,
      Address: `${at + 1} Elm St`,
      Latitude: 42.37 + at / 1_000,
      Longitude: -71.1,
      StateClassCode: '101',
      PropertyClass: 'SNGL-FAM-RES',
      ResidentialExemption: isHome ? 'TRUE' : 'FALSE',
      Owner_Name: `ASHBROOK, RUTH ${'ABCDEFGHIJKL'[at]}.`,
      Owner_City: 'Cambridge',
      Owner_State: 'MA',
      Owner_Address: isHome ? `${at + 1} Elm St` : '9 Oak St',
      Owner_Zip: '02139',
      SaleDate: '06/01/2015',
      SalePrice: 500_000,
    };
  });
  return csv(rows, rest.split(','));
};

/** Sales of six years whose price follows size, place and time. */
const seattle = (): string => {
  const random = createRandom('small records');
  const rows = Array.from({ length: 600 }, (_, at): Row => {
    const [living, north, year] = [random.integer(900, 3_000), random.next(), 2010 + (at % 6)];
    const logPrice = 6 + 0.85 * Math.log(living) + 0.5 * north + 0.05 * (year - 2010) + 0.05 * random.normal();
    return {
      pinx: `..${1_000 + at}`,
      sale_id: `${year}..${at}`,
      sale_price: Math.round(Math.exp(logPrice)),
      sale_date: `${year}-${String(random.integer(1, 12)).padStart(2, '0')}-15`,
      use_type: 'sfr',
      area: 79,
      lot_sf: random.integer(3_000, 9_000),
      wfnt: 0,
      bldg_grade: random.integer(6, 9),
      tot_sf: living,
      beds: random.integer(2, 5),
      baths: 2,
      age: random.integer(5, 90),
      eff_age: 5,
      longitude: -122.3,
      latitude: 47.5 + 0.1 * north,
    };
  });
  return csv(rows);
};

const LANDLORDS: readonly Row[] = [
  { owner: 'IH6 PROPERTY NORTH CAROLINA LP', investor_label_lvl2: 'INVITATION HOMES' },
  { owner: 'IH6 PROPERTY NORTH CAROLINA L P', investor_label_lvl2: 'INVITATION HOMES' },
  { owner: 'OCOTILLO LANTERN LLC', investor_label_lvl2: 'OCOTILLO' },
];

const PEOPLE = `<Names>
  <Name><GivenName>Wanda</GivenName> <Surname>Tamblin</Surname></Name>
  <Name><GivenName>John</GivenName> <MiddleInitial>Q.</MiddleInitial> <Surname>Smith</Surname></Name>
</Names>`;
const COMPANIES =
  '<Names><Name><CorporationName>Ocotillo Homes</CorporationName> <LegalForm>LLC</LegalForm></Name></Names>';
const ADDRESSES = `<AddressCollection><AddressString><AddressNumber>12</AddressNumber> <StreetName>Oak</StreetName>
  <StreetNamePostType>St,</StreetNamePostType> <OccupancyType>Apt</OccupancyType> <OccupancyIdentifier>4,</OccupancyIdentifier>
  <PlaceName>Phoenix,</PlaceName> <StateName>AZ</StateName> <ZipCode>85001</ZipCode></AddressString></AddressCollection>`;

/** Writes a few invented records in the layout of every publisher that the measures read. */
export async function writeSmallRecords(folder: string): Promise<void> {
  const files: Record<string, string | Uint8Array> = {
    'seattle-wa/sales-2010-2015.csv.gz': gzipSync(seattle()),
    ...Object.fromEntries([2022, 2023, 2024].map((year) => [`loudoun-va/sales-${year}.xlsx`, loudoun(year)])),
    'richmond-va/flips.csv': richmond(),
    'lebanon-nh/assessor-sales.csv': lebanon(),
    'lebanon-nh/parcels.csv':
      'parcel_id,situs_address,owner_name,mailing_address1,mailing_city,mailing_state,mailing_zip,class_code,lot_size_acres,land_value,building_value,total_value\n1-2-9-,9 ELM ST,ASHBROOK RUTH,9 ELM ST,LEBANON,NH,03766,1010,1,1,1,2\n',
    'cambridge-ma/assessing-fy2022.csv': cambridge(),
    'philadelphia-pa/opa-properties.csv': csv([
      { owner_1: 'ASHBROOK RUTH', owner_2: '' },
      { owner_1: 'OCOTILLO HOMES LLC', owner_2: '' },
    ]),
    'north-carolina/corporate-landlord-names.csv': csv(LANDLORDS),
    'labels/probablepeople-person.xml': PEOPLE,
    'labels/probablepeople-company.xml': COMPANIES,
    'labels/usaddress-training.xml': ADDRESSES,
    'labels/usaddress-simple.xml': '<AddressCollection/>',
    'labels/usaddress-multi-word-state.xml': '<AddressCollection/>',
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}
