import { expect, test } from 'bun:test';
import { type ChartedDeal, dealsByMonth, pricesPerSquareFoot } from './market.ts';

const deal = (bought: string, price: number, type: ChartedDeal['type'] = 'flipper'): ChartedDeal => ({
  type,
  bought,
  price,
  squareFeet: 1000,
});

test('counts each month between the first and the last purchase', () => {
  expect(dealsByMonth([deal('2026-01-31', 1, 'landlord'), deal('2025-11-01', 1), deal('2025-11-30', 1)])).toEqual([
    { month: '2025-11', flips: 2, rentals: 0 },
    { month: '2025-12', flips: 0, rentals: 0 },
    { month: '2026-01', flips: 0, rentals: 1 },
  ]);
});

test('puts each price per square foot into one bin', () => {
  const bins = pricesPerSquareFoot([
    deal('2026-01-01', 140_000),
    deal('2026-01-01', 159_999),
    deal('2026-01-01', 180_000, 'landlord'),
  ]);
  expect(bins).toEqual([
    { from: 140, to: 160, flips: 2, rentals: 0 },
    { from: 160, to: 180, flips: 0, rentals: 0 },
    { from: 180, to: 200, flips: 0, rentals: 1 },
  ]);
});

test('is empty without usable deals', () => {
  expect(dealsByMonth([])).toEqual([]);
  expect(pricesPerSquareFoot([{ type: 'flipper', bought: '2026-01-01', price: null, squareFeet: 1 }])).toEqual([]);
});
