import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { DATASET_TABLES } from '@plat/dataset';
import fc from 'fast-check';
import {
  type DerivedMarket,
  deriveMarket,
  type GivenProperty,
  type GivenTransfer,
} from '../rules/small-market.fixture.ts';

setDefaultTimeout(60_000);

const NAMES = [
  'OAK LLC',
  'ELM HOMES LLC',
  'ELM HOME LLC',
  'POE MAX',
  'DOE JANE',
  'ROE ANN',
  'CITY OF SPRINGFIELD',
  'FIRST EXAMPLE BANK NA',
  'NAME WITHHELD',
  null,
];
const MAILINGS = ['12 OAK ST|85001', '9 ELM ST|85002', '9 ELM ST #2|85002', 'PO BOX 5|85009', null];
const PARCELS = ['P1', 'P2', 'P3', 'P4'];

const dates = fc
  .integer({ min: 0, max: 1_600 })
  .map((day) => new Date(Date.UTC(2020, 0, 1 + day)).toISOString().slice(0, 10));
const transfers: fc.Arbitrary<GivenTransfer[]> = fc.array(
  fc.record({
    parcel: fc.constantFrom(...PARCELS),
    date: dates,
    price: fc.constantFrom(null, 0, 10, 5_000, 100_000, 150_000, 250_000),
    from: fc.constantFrom(...NAMES),
    to: fc.constantFrom(...NAMES),
    deed: fc.constantFrom('warranty', 'warranty', 'warranty', 'quitclaim', null),
    document: fc.constantFrom(null, 'D1', 'D2', 'D3'),
    mailing: fc.constantFrom(...MAILINGS),
  }),
  { maxLength: 40 },
);
const properties: fc.Arbitrary<GivenProperty[]> = fc.tuple(
  ...PARCELS.slice(1).map((parcel) =>
    fc.record({
      parcel: fc.constant(parcel),
      type: fc.constantFrom('SFR', 'MFR', 'LAND'),
      situs: fc.constant('12 OAK ST|85001'),
      owner: fc.constantFrom(...NAMES),
      mailing: fc.constantFrom(...MAILINGS),
      homestead: fc.constantFrom(true, false, null),
      yearBuilt: fc.constantFrom(null, 1950, 2021),
    }),
  ),
);

const OUTPUTS = ['party', 'buyer_of_name', 'sale', 'deal', 'buyer', 'buyer_alias'] as const;
async function everything(market: DerivedMarket): Promise<unknown> {
  const tables: Record<string, unknown> = {};
  for (const table of OUTPUTS) tables[table] = await market.rows(`SELECT * FROM ${table} ORDER BY ALL`);
  return tables;
}

/** Counts rows that break a promise. */
const BROKEN: Record<string, string> = {
  'a deal has one id': 'SELECT deal_id FROM deal GROUP BY deal_id HAVING count(*) > 1',
  'a purchase counts once, as flip or as rental':
    'SELECT property_id, purchase_date FROM deal WHERE NOT extended GROUP BY property_id, purchase_date, purchase_price, buyer_id HAVING count(*) > 1 AND count(DISTINCT deal_type) > 1',
  'a flip is bought 14 to 365 days before it is sold, an extended one at most 730':
    "SELECT * FROM deal WHERE deal_type = 'flip' AND NOT (sale_date - purchase_date BETWEEN CASE WHEN extended THEN 366 ELSE 14 END AND CASE WHEN extended THEN 730 ELSE 365 END)",
  'a flip has both prices and a valid purchase':
    "SELECT * FROM deal WHERE deal_type = 'flip' AND (purchase_price IS NULL OR sale_price IS NULL OR arms_length = 'undetermined')",
  'a rental has no resale': "SELECT * FROM deal WHERE deal_type = 'rental' AND (sale_date IS NOT NULL OR extended)",
  'no deal is seen before it happened': 'SELECT * FROM deal WHERE visible_from < event_date',
  "a deal's buyer is in the list of buyers": 'SELECT * FROM deal ANTI JOIN buyer USING (buyer_id)',
  'a buyer has an alias': 'SELECT * FROM buyer ANTI JOIN buyer_alias USING (buyer_id)',
  'buyers count their deals': `SELECT * FROM buyer b WHERE
    flip_count <> (SELECT count(*) FROM deal d WHERE d.buyer_id = b.buyer_id AND deal_type = 'flip' AND NOT extended AND arms_length <> 'non_arms_length')
    OR rental_count <> (SELECT count(*) FROM deal d WHERE d.buyer_id = b.buyer_id AND deal_type = 'rental' AND arms_length <> 'non_arms_length')`,
  'reliability is a share': 'SELECT * FROM buyer WHERE reliability IS NULL OR reliability NOT BETWEEN 0 AND 1',
  'a sale has one id': 'SELECT sale_id FROM sale GROUP BY sale_id HAVING count(*) > 1',
  'a verdict against a sale has a reason': "SELECT * FROM sale WHERE (arms_length = 'valid') <> (len(reasons) = 0)",
  'a valid sale has a price': "SELECT * FROM sale WHERE arms_length = 'valid' AND price IS NULL",
};

describe('deals of any market', () => {
  test('keep every invariant, whatever the order of rows', async () => {
    await fc.assert(
      fc.asyncProperty(transfers, properties, fc.nat(), async (given, roll, seed) => {
        const market = await deriveMarket({ transfers: given, properties: roll });
        for (const [promise, sql] of Object.entries(BROKEN)) {
          expect({ promise, broken: await market.rows(sql) }).toEqual({ promise, broken: [] });
        }
        const shuffled = given
          .map((row, at) => [((at + 1) * (2 * seed + 1)) % 97, row] as const)
          .sort(([a], [b]) => a - b);
        const again = await deriveMarket({
          transfers: shuffled.map(([, row]) => row),
          properties: [...roll].reverse(),
        });
        expect(await everything(again)).toEqual(await everything(market));
        market.close();
        again.close();
      }),
      { numRuns: 15 },
    );
  });

  test('have the columns of the dataset, except region and those of the rents stage', async () => {
    const ADDED_LATER = ['region', 'purchase_class'];
    const market = await deriveMarket({ transfers: [] });
    for (const table of ['sale', 'deal', 'buyer', 'buyer_alias'] as const) {
      const made = (await market.rows(`DESCRIBE ${table}`)).map((row) => String(row.column_name));
      const wanted = Object.keys(DATASET_TABLES[table].columns).filter((column) => !ADDED_LATER.includes(column));
      expect(wanted.filter((column) => !made.includes(column))).toEqual([]);
    }
    market.close();
  });
});
