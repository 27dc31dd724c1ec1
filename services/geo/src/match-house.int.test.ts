import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addressIndex } from '@plat/dataset';
import { readPoolOf } from '@plat/db';
import { type TestDatabase, testDatabase } from '@plat/test-kit';
import { resolveAddress } from './domain/resolve-address.ts';
import { marketOf, publishTestMarket, type TestAddress } from './market.fixture.ts';
import { loadPlaces } from './store/gazetteer-feed.ts';

const nashville = (line: string, zip: string | null = '37201', city: string | null = 'Nashville'): TestAddress => ({
  line,
  city,
  state: 'TN',
  zip,
});
const RECORDS: TestAddress[] = [
  ...['1717 14th Ave N', '20 N Oak St', '20 S Oak St', '30 Elm St', '30 Elm Ct', '40 Cedar Ave', '50 W Pine St'],
  ...['60 Beech St', '62 N Beech St', '70 Ash St', '70 N Ash Ave', '80 S Fern St', '80 N Fern Ln', '90 Bay Rd S'],
  ...['100 Ironwood Dr', '110 Hickory Ln', '120 Maple St', '122 Marple St', '130 Lane Dr', '130 Line Dr'],
  ...['140 Walnut St', '150 16th Ave', '160 Avenue H', '170 Main', '170 Main St', '200 Tower Rd Apt 1'],
  ...['200 Tower Rd Apt 2', '210 Duplex Rd', '210 Duplex Rd', '220 Plaza Ave Apt 5', '220 Plaza Ave Ste 5', '240 Rex'],
  ...[
    '230 Parent Way',
    '230 Parent Way Apt 1',
    '250 Birchwood Ln',
    '260 Oak Hill Dr',
    '260 N Oak Hill Dr',
    '270 Zero Way 09',
    '270 Zero Way 10',
  ],
].map((line) => nashville(line));
RECORDS.push(
  ...[nashville('300 River Rd', '37011', 'Antioch'), nashville('300 River Rd', '37072', 'Goodlettsville')],
  ...[
    nashville('310 Lake Rd', '37011', 'Antioch'),
    nashville('320 Shore Dr', null),
    nashville('330 Cove Ct', null, null),
  ],
  ...[nashville('340 Hill St'), nashville('340 Hill St', '37011', 'Antioch')],
);

describe('matching an address', () => {
  let db: TestDatabase;
  let deps: Parameters<typeof resolveAddress>[1];

  beforeAll(async () => {
    db = await testDatabase();
    await publishTestMarket(db.sql, marketOf(RECORDS));
    const { dataset, gazetteer } = await loadPlaces(readPoolOf(db.sql), 'live');
    deps = { index: addressIndex(() => dataset), gazetteer: () => gazetteer, geocoder: null };
  });
  afterAll(() => db.close());

  /** The matched line with its level, or `none`. */
  const match = async (text: string): Promise<string> => {
    const found = await resolveAddress(text, deps);
    return found === null ? 'none' : `${found.address.split(',')[0]}: ${found.match_level}`;
  };
  const expectMatches = (rows: [text: string, expected: string][]) =>
    test.each(rows)('%p gives %p', async (text, expected) => {
      expect(await match(text)).toBe(expected);
    });

  describe('directionals', () => {
    describe('rejects one that contradicts the record', () => {
      expectMatches([
        ['1717 14th Ave S, Nashville, TN 37201', 'none'],
        ['1717 S 14th Ave, Nashville, TN 37201', 'none'],
        ['20 E Oak St, Nashville, TN 37201', 'none'],
        ['50 E Pine St, Nashville, TN 37201', 'none'],
        ['50 NW Pine St, Nashville, TN 37201', 'none'],
        ['90 Bay Rd N, Nashville, TN 37201', 'none'],
      ]);
    });

    describe('accepts a record without one only if no other property has it', () => {
      expectMatches([
        ['40 N Cedar Ave, Nashville, TN 37201', '40 Cedar Ave: corrected'],
        ['60 N Beech St, Nashville, TN 37201', 'none'],
        ['70 N Ash St, Nashville, TN 37201', '70 N Ash Ave: corrected'],
        ['60 S Beech St, Nashville, TN 37201', '60 Beech St: corrected'],
      ]);
    });

    describe('accepts an omitted one if one property fits', () => {
      expectMatches([
        ['1717 14th Ave, Nashville, TN 37201', '1717 14th Ave N: exact'],
        ['50 Pine St, Nashville, TN 37201', '50 W Pine St: exact'],
        ['20 Oak St, Nashville, TN 37201', 'none'],
        ['260 Oak Hill Dr, Nashville, TN 37201', '260 Oak Hill Dr: exact'],
      ]);
    });

    describe('corrects the suffix or the side of the directional', () => {
      expectMatches([
        ['80 N Fern St, Nashville, TN 37201', '80 N Fern Ln: corrected'],
        ['50 Pine St W, Nashville, TN 37201', '50 W Pine St: corrected'],
      ]);
    });
  });

  describe('suffixes', () => {
    expectMatches([
      ['40 Cedar, Nashville, TN 37201', '40 Cedar Ave: exact'],
      ['40 Cedar St, Nashville, TN 37201', '40 Cedar Ave: corrected'],
      ['30 Elm, Nashville, TN 37201', 'none'],
      ['30 Elm Dr, Nashville, TN 37201', 'none'],
      ['30 Elm Ct, Nashville, TN 37201', '30 Elm Ct: exact'],
      ['240 Rex St, Nashville, TN 37201', '240 Rex: corrected'],
      ['170 Main, Nashville, TN 37201', '170 Main: exact'],
    ]);
  });

  describe('misspelled street names', () => {
    expectMatches([
      ['100 Ironwoood Dr, Nashville, TN 37201', '100 Ironwood Dr: corrected'],
      ['100 Irnowodo Dr, Nashville, TN 37201', '100 Ironwood Dr: corrected'],
      ['100 Ironwd Dr, Nashville, TN 37201', '100 Ironwood Dr: corrected'],
      ['100 Irnwd Dr, Nashville, TN 37201', 'none'],
      ['110 Hikcory Ln, Nashville, TN 37201', '110 Hickory Ln: corrected'],
      ['110 Hikcoy Ln, Nashville, TN 37201', 'none'],
      ['140 Wlanut Rd, Nashville, TN 37201', '140 Walnut St: corrected'],
      ['130 Lone Dr, Nashville, TN 37201', 'none'],
      ['130 Lime Dr, Nashville, TN 37201', '130 Line Dr: corrected'],
      ['150 15th Ave, Nashville, TN 37201', 'none'],
      ['160 Avenue J, Nashville, TN 37201', 'none'],
      ['250 Birchwod Ln, Nashville, TN 37201', '250 Birchwood Ln: corrected'],
    ]);

    test('leaves a name alone if the place has such a street', async () => {
      expect(await match('120 Marple St, Nashville, TN 37201')).toBe('none');
      expect(await match('122 Maple St, Nashville, TN 37201')).toBe('none');
    });
  });

  describe('cities and ZIP codes', () => {
    expectMatches([
      ['100 Ironwood Dr', '100 Ironwood Dr: exact'],
      ['100 Ironwood Dr, TN', '100 Ironwood Dr: exact'],
      ['100 Ironwood Dr, Nashville, TN', '100 Ironwood Dr: exact'],
      ['100 Ironwood Dr, TN 37201', '100 Ironwood Dr: exact'],
      ['100 Ironwood Dr, Nashville, TN 37209', '100 Ironwood Dr: corrected'],
      ['100 Ironwood Dr, Nashville, TN 37011', '100 Ironwood Dr: corrected'],
      ['100 Ironwood Dr, Franklin, TN 37201', '100 Ironwood Dr: corrected'],
      ['100 Ironwood Dr, Nashvile, TN', '100 Ironwood Dr: corrected'],
      ['100 Ironwood Dr, Franklin, TN', 'none'],
      ['100 Ironwood Dr, Franklin, TN 37064', 'none'],
      ['100 Ironwood Dr, Nashville, KY', 'none'],
      ['300 River Rd, TN', 'none'],
      ['300 River Rd, Nashville, TN 37011', '300 River Rd: corrected'],
      ['300 River Rd, Antioch, TN', '300 River Rd: exact'],
      ['300 River Rd, Antioch, TN 37072', 'none'],
      ['340 Hill St, TN', 'none'],
      ['340 Hill St, Antioch, TN 37201', 'none'],
      ['320 Shore Dr, Nashville, TN 37201', '320 Shore Dr: exact'],
      ['330 Cove Ct, Nashville, TN 37201', '330 Cove Ct: corrected'],
      ['330 Cove Ct, TN', '330 Cove Ct: exact'],
    ]);
  });

  describe('units', () => {
    expectMatches([
      ['200 Tower Rd, Nashville, TN 37201', '200 Tower Rd: building'],
      ['200 Tower Rd #2, Nashville, TN 37201', '200 Tower Rd Apt 2: exact'],
      ['200 Tower Rd Unit 2, Nashville, TN 37201', '200 Tower Rd Apt 2: exact'],
      ['200 Tower St Unit 2, Nashville, TN 37201', '200 Tower Rd Apt 2: corrected'],
      ['200 Tower St, Nashville, TN 37201', '200 Tower Rd: corrected'],
      ['200 Tower Rd Apt 3, Nashville, TN 37201', 'none'],
      ['230 Parent Way Apt 2, Nashville, TN 37201', 'none'],
      ['230 Parent Way, Nashville, TN 37201', '230 Parent Way: exact'],
      ['100 Ironwood Dr Apt 7, Nashville, TN 37201', '100 Ironwood Dr: corrected'],
      ['210 Duplex Rd Apt 1, Nashville, TN 37201', '210 Duplex Rd: corrected'],
      ['220 Plaza Ave Ste 5, Nashville, TN 37201', '220 Plaza Ave Ste 5: exact'],
      ['220 Plaza Ave # 5, Nashville, TN 37201', 'none'],
      ['270 Zero Way Unit 9, Nashville, TN 37201', '270 Zero Way Unit 09: exact'],
      ['270 Zero Way Unit 1, Nashville, TN 37201', 'none'],
    ]);

    test('names no property for a unit at an address of several parcels without units', async () => {
      const found = await resolveAddress('210 Duplex Rd Apt 1, Nashville, TN 37201', deps);
      expect(found).toMatchObject({ property_id: null, precision: 'building' });
    });
  });
});
