import { expect, test } from 'bun:test';
import { deriveMarket } from '../rules/small-market.fixture.ts';

const OFFICE = '9 ALMERIA RD|85003';

test('counts every owner at a mailing address once, also those without a deal', async () => {
  const home = (at: number) => ({
    parcel: `H${at}`,
    situs: `${at} HOME LN|85009`,
    owner: `HOMEOWNER${at} RUTH`,
    mailing: OFFICE,
  });
  const market = await deriveMarket({
    properties: [
      ...[1, 2, 3].map(home),
      { parcel: 'R', situs: '1 WASH ST|85001', owner: 'OCOTILLO RENTALS LLC', mailing: OFFICE },
    ],
    transfers: [
      { parcel: 'R', date: '2022-01-01', from: 'SELLER SAM', to: 'OCOTILLO RENTALS LLC', mailing: OFFICE },
      { parcel: 'S', date: '2022-02-01', from: 'SELLER SUE', to: 'OCOTILLO RENTAL LLC', mailing: OFFICE },
    ],
  });
  const aliases = await market.rows(
    'SELECT DISTINCT name_key, mailing_key, mailing_owners FROM buyer_alias ORDER BY name_key, mailing_key',
  );
  expect(aliases).toEqual(
    ['OCOTILLO RENTAL LLC', 'OCOTILLO RENTALS LLC'].map((name_key) => ({
      name_key,
      mailing_key: OFFICE,
      mailing_owners: 4,
    })),
  );
  market.close();
});
