import { describe, expect, test } from 'bun:test';
import { deriveMarket } from './small-market.fixture.ts';

describe('rentals bought off the market', () => {
  test('are kept under their verdict and counted nowhere; a portfolio deed has no parcel price', async () => {
    const market = await deriveMarket({
      properties: ['auction', 'lot a', 'lot b', 'gift'].map((parcel) => ({ parcel })),
      transfers: [
        {
          parcel: 'auction',
          document: '1',
          date: '2021-01-01',
          from: 'ROE ANN',
          to: 'LANDLORD LLC',
          deed: 'sheriff',
          price: 90_000,
        },
        { parcel: 'lot a', document: '2', date: '2021-01-01', from: 'ROE ANN', to: 'LANDLORD LLC', price: 900_000 },
        { parcel: 'lot b', document: '2', date: '2021-01-01', from: 'ROE ANN', to: 'LANDLORD LLC', price: 900_000 },
        {
          parcel: 'gift',
          document: '3',
          date: '2021-01-01',
          from: 'ROE ANN',
          to: 'LANDLORD LLC',
          deed: 'gift',
          price: 90_000,
        },
      ],
    });
    expect(
      await market.rows(`SELECT parcel_id, purchase_price::INTEGER AS paid, arms_length, rental_count
        FROM deal JOIN buyer USING (buyer_id) ORDER BY parcel_id`),
    ).toEqual([
      { parcel_id: 'auction', paid: 90_000, arms_length: 'non_arms_length', rental_count: 0 },
      { parcel_id: 'lot a', paid: null, arms_length: 'non_arms_length', rental_count: 0 },
      { parcel_id: 'lot b', paid: null, arms_length: 'non_arms_length', rental_count: 0 },
    ]);
    market.close();
  });
});
