import { describe, expect, test } from 'bun:test';
import {
  addressKey,
  cityKey,
  comparableUnit,
  displayAddress,
  lineKey,
  mailingKeys,
  normaliseState,
  normaliseStreet,
  normaliseUnit,
  normaliseZip,
  parseAddressLine,
  parseFullAddress,
  stateOfZip,
} from './index.ts';

describe('different spellings of a street line have the same key', () => {
  test.each([
    ['123 Main Street', '123 MAIN ST'],
    ['  123   main st.  ', '123 MAIN ST'],
    ['123 N. Main St', '123 N MAIN ST'],
    ['123 NORTH MAIN STREET', '123 N MAIN ST'],
    ['123 N.E. 5th Ave.', '123 NE 5TH AVE'],
    ['123 N E 5TH AVE', '123 NE 5TH AVE'],
    ['123 Main St SW', '123 MAIN ST SW'],
    ['123 MAIN STREET SOUTH WEST', '123 MAIN ST SW'],
    ['22-24 Alder Rd', '22-24 ALDER RD'],
    ['22 24 ALDER RD', '22-24 ALDER RD'],
    ['22 - 24 Alder Rd', '22-24 ALDER RD'],
    ['12 1/2 First Street', '12 1/2 1ST ST'],
    ['12-1/2 1st St', '12 1/2 1ST ST'],
    ['12.5 First St', '12 1/2 1ST ST'],
    ['12.5-14 First St', '12-14 1ST ST'],
    ['12 First St Unit 12.5/2', '12 1ST ST UNIT 12/2'],
    ['12A Oak Ave', '12A OAK AVE'],
    ['12 A Oak Avenue', '12A OAK AVE'],
    ['12 E Oak Avenue', '12 E OAK AVE'],
    ['12 REAR OAK AVE', '12 OAK AVE REAR'],
    ['12 Oak Ave Rear', '12 OAK AVE REAR'],
    ['3200 B Street', '3200 B ST'],
    ['0123 Oak Ave', '123 OAK AVE'],
    ['7 TWENTY FIRST ST', '7 21ST ST'],
    ['7 21 St', '7 21ST ST'],
    ['7 2TH AVE', '7 2ND AVE'],
    ['5TH AVE', '5TH AVE'],
    ['842 E 1700 S', '842 E 1700 S'],
    ['100 NORTH ST', '100 NORTH ST'],
    ['100 S NORTH ST', '100 S NORTH ST'],
    ['900 S. Avenue H', '900 S AVENUE H'],
    ['1200 Ave of the Americas', '1200 AVENUE OF THE AMERICAS'],
    ['10 Saint James Pl', '10 ST JAMES PL'],
    ['10 St. James Place', '10 ST JAMES PL'],
    ['10 Mount Hope Rd', '10 MT HOPE RD'],
    ['10 Front St', '10 FRONT ST'],
    ['10 Lower Falls Rd', '10 LOWER FALLS RD'],
    ['4 U.S. Hwy 41', '4 US HIGHWAY 41'],
    ['4 US Route 41 N', '4 US HIGHWAY 41 N'],
    ['4 State Rte. 9', '4 STATE ROUTE 9'],
    ['4 CR 12', '4 COUNTY ROAD 12'],
    ['4 I-35', '4 INTERSTATE 35'],
    ['4 Hwy 5', '4 HIGHWAY 5'],
    ['N6W23001 Bluemound Rd', 'N6W23001 BLUEMOUND RD'],
    ['One Oak Plaza', '1 OAK PLZ'],
    ['26 LINCOLNST', '26 LINCOLN ST'],
    ['26 5THAVE', '26 5TH AVE'],
    ['26 Forest', '26 FOREST'],
    ["9 O'Brien Way", '9 OBRIEN WAY'],
    ['9 O’Brien Way', '9 OBRIEN WAY'],
    ['9 Cañon Dr', '9 CANON DR'],
    ['35 ELM ST., #211', '35 ELM ST UNIT 211'],
    ['35 Elm St # 211', '35 ELM ST UNIT 211'],
    ['35 Elm St 211', '35 ELM ST UNIT 211'],
    ['35 Elm St Apt. 4-B', '35 ELM ST APT 4B'],
    ['35 Elm St, Unit B', '35 ELM ST UNIT B'],
    ['35 Elm Apt 4', '35 ELM APT 4'],
    ['35 Elm St 5TH FL', '35 ELM ST FL 5'],
    ['35 NE 5th 2nd Fl', '35 NE 5TH FL 2'],
    ['35 NE 5th Fl 2', '35 NE 5TH FL 2'],
    ['35 Elm St, 2nd Floor', '35 ELM ST FL 2'],
    ['35 Elm St Bldg 2 Apt 5', '35 ELM ST BLDG 2 APT 5'],
    ['APT 4 35 ELM ST', '35 ELM ST APT 4'],
    ['35 Elm St Penthouse', '35 ELM ST PH'],
    ['35 Elm St Suite 100', '35 ELM ST STE 100'],
    ['P.O. Box 12', 'PO BOX 12'],
    ['POB 12', 'PO BOX 12'],
    ['PO BOX #0012', 'PO BOX 12'],
    ['Post Office Box 12', 'PO BOX 12'],
    ['BOX 12', 'PO BOX 12'],
    ['35 Elm St PO Box 12', '35 ELM ST PO BOX 12'],
    ['RR 2 Box 18', 'RR 2 BOX 18'],
    ['Rural Route 2 Box 18', 'RR 2 BOX 18'],
    ['HC 68 Box 98', 'HC 68 BOX 98'],
    ['C/O JANE DOE 12 ELM ST', '12 ELM ST'],
    ['ATTN: ACCOUNTS, PO BOX 9', 'PO BOX 9'],
    ['', ''],
    [' , ', ''],
    ['123', '123'],
  ])('%p is %p', (line, key) => {
    expect(lineKey(parseAddressLine(line))).toBe(key);
  });

  test('separates the parts of a street line', () => {
    expect(parseAddressLine('22-24 N. Martin Luther King Jr Blvd SE, Apt 4')).toEqual({
      houseNumber: '22-24',
      predirectional: 'N',
      streetName: 'MARTIN LUTHER KING JR',
      suffix: 'BLVD',
      postdirectional: 'SE',
      unitDesignator: 'APT',
      unitNumber: '4',
      poBox: null,
    });
  });
});

describe('reads a full address with or without commas', () => {
  test.each([
    ['123 Main St Apt 4, Phoenix, AZ 85043', '123 MAIN ST APT 4 PHOENIX AZ 85043'],
    ['123 main street apt 4 phoenix az 85043-1234 usa', '123 MAIN ST APT 4 PHOENIX AZ 85043'],
    ['123 Main St, Apt 4, Phoenix, Arizona', '123 MAIN ST APT 4 PHOENIX AZ'],
    ['123 Main St #4 Phoenix AZ', '123 MAIN ST UNIT 4 PHOENIX AZ'],
    ['123 Main St, Ste B Phoenix, AZ 85043', '123 MAIN ST STE B PHOENIX AZ 85043'],
    ['123 Main St, 85043', '123 MAIN ST AZ 85043'],
    ['123 Main St Phoenix', '123 MAIN ST PHOENIX'],
    ['12 Oak Ct Hartford CT', '12 OAK CT HARTFORD CT'],
    ['12 Hartford Ct', '12 HARTFORD CT'],
    ['12 Oak St NE Washington DC 20002', '12 OAK ST NE WASHINGTON DC 20002'],
    ['12 Park Ave St Paul MN', '12 PARK AVE ST PAUL MN'],
    ['12 Park Place Dr Denver CO', '12 PARK PLACE DR DENVER CO'],
    ['12 Oak Rd East Orange NJ', '12 OAK RD EAST ORANGE NJ'],
    ['12 Broadway New York NY 10001', '12 BROADWAY NEW YORK NY 10001'],
    ['12 Oak St, New York 10001', '12 OAK ST NEW YORK NY 10001'],
    ['12 Oak St, Charlotte, North Carolina', '12 OAK ST CHARLOTTE NC'],
    ['Tall Tower, 12 Oak St, Chicago, IL', '12 OAK ST CHICAGO IL'],
    ['12 Oak St, Hoboken, NJ 7030', '12 OAK ST HOBOKEN NJ 07030'],
    ['PO Box 12 Mesa AZ 85201', 'PO BOX 12 MESA AZ 85201'],
    ['RR 2 Box 18 Plainview MO 65001', 'RR 2 BOX 18 PLAINVIEW MO 65001'],
    ["4 Oak Dr, Coeur d'Alene, ID", '4 OAK DR COEUR DALENE ID'],
    ['4 Oak Dr, Saint Louis, MO', '4 OAK DR ST LOUIS MO'],
    ['Phoenix, AZ', 'PHOENIX AZ'],
    ['Phoenix Arizona', 'PHOENIX AZ'],
    ['New York, NY', 'NEW YORK NY'],
    ['85043', 'AZ 85043'],
  ])('%p has key %p', (text, key) => {
    expect(addressKey(parseFullAddress(text))).toBe(key);
  });

  test('a known city ends a street without a suffix', () => {
    const isCity = (city: string) => city === 'SANTA FE';
    expect(parseFullAddress('123 Paseo Santa Fe NM', { isCity })).toMatchObject({
      streetName: 'PASEO',
      city: 'SANTA FE',
    });
  });
});

describe('the canonical form', () => {
  test.each([
    ['123 N MAIN ST APT 4 PHOENIX AZ 85043', '123 N Main St Apt 4, Phoenix, AZ 85043'],
    ["9 O'BRIEN WAY, MCALLEN, TX", "9 O'Brien Way, McAllen, TX"],
    ['9 MCDONALD DR, ST LOUIS, MO', '9 McDonald Dr, St Louis, MO'],
    ["9 ST MARY'S RD, BOISE, ID", "9 St Mary's Rd, Boise, ID"],
    ['7 first st, mesa, az', '7 1st St, Mesa, AZ'],
    ['4 us highway 41 n, naples, fl', '4 US Highway 41 N, Naples, FL'],
    ['12 avenue of the americas, new york, ny', '12 Avenue of the Americas, New York, NY'],
    ['po box 12, mesa, az 85201', 'PO Box 12, Mesa, AZ 85201'],
    ['12 main st #4b, mesa, az', '12 Main St Unit 4B, Mesa, AZ'],
  ])('of %p is %p', (text, display) => {
    expect(displayAddress(parseFullAddress(text))).toBe(display);
  });
});

test('compares units without their designator where records vary', () => {
  expect(
    ['Apt. 4', '#4', '4', 'unit 4', 'STE 4'].map((text) => comparableUnit(normaliseUnit(text)?.unitKey ?? '')),
  ).toEqual(Array(5).fill('#4'));
  expect(normaliseUnit('2nd floor')).toEqual({ unitKey: 'FL 2', displayUnit: 'Fl 2' });
  expect(normaliseUnit(' ')).toBeNull();
});

test('streets without a number', () => {
  expect(normaliseStreet('n. main street')).toEqual({
    streetKey: 'N MAIN ST',
    streetNameKey: 'MAIN',
    displayStreet: 'N Main St',
  });
  expect(normaliseStreet('')).toBeNull();
});

describe('mailing keys', () => {
  const situs = mailingKeys('2440 Oak Ave Apt 5', 'Mesa', 'AZ', '85201');
  test.each([
    ['2440 OAK AVENUE #5', 'MESA', 'AZ', '85201-1234'],
    ['2440 Oak Av., Unit 5', null, null, 85201],
  ])('%p, %p is the same dwelling', (line, city, state, zip) => {
    expect(mailingKeys(line, city, state, zip)).toEqual(situs);
  });
  test('another unit is another dwelling of the same building', () => {
    const other = mailingKeys('2440 OAK AVE 6', 'MESA', 'AZ', '85201');
    expect(other?.mailingKey).not.toBe(situs?.mailingKey as string);
    expect(other?.mailingBuildingKey).toBe(situs?.mailingBuildingKey as string);
  });
  test('keys a box by its number, and a place without ZIP by its city', () => {
    expect(mailingKeys('P O BOX 12', 'Mesa', 'AZ', null)).toEqual({
      mailingKey: 'PO BOX 12|MESA AZ',
      mailingBuildingKey: 'PO BOX 12|MESA AZ',
    });
  });
  test.each([
    [null, 'Mesa', 'AZ', '85201'],
    ['', 'Mesa', 'AZ', '85201'],
    ['123', 'Mesa', 'AZ', '85201'],
    ['12 Oak Ave', null, null, null],
  ])('%p, %p, %p, %p has none', (line, city, state, zip) => {
    expect(mailingKeys(line, city, state, zip)).toBeNull();
  });
});

test('states, ZIP codes and cities', () => {
  expect(['az', 'Ariz.', 'N.Y.', 'new york', 'D.C.', 'XX', '', null].map(normaliseState)).toEqual([
    'AZ',
    'AZ',
    'NY',
    'NY',
    'DC',
    null,
    null,
    null,
  ]);
  expect(['85043', '85043-1234', '850431234', 2140, '19132.0', 'x', '00000', null].map(normaliseZip)).toEqual([
    '85043',
    '85043',
    '85043',
    '02140',
    '19132',
    null,
    null,
    null,
  ]);
  expect([stateOfZip('85043'), stateOfZip('02139'), stateOfZip('00000')]).toEqual(['AZ', 'MA', null]);
  expect([
    cityKey('St. Louis'),
    cityKey('Saint Louis'),
    cityKey("O'Fallon"),
    cityKey('N Las Vegas'),
    cityKey(''),
  ]).toEqual(['ST LOUIS', 'ST LOUIS', 'OFALLON', 'NORTH LAS VEGAS', null]);
});
