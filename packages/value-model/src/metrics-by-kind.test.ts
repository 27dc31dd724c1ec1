import { expect, test } from 'bun:test';
import { metricsByKind, type SaleOfKind } from './metrics-by-kind.ts';

const sale = (changes: Partial<SaleOfKind>): SaleOfKind => ({
  price: 100_000,
  value: 100_000,
  valueLow: 90_000,
  valueHigh: 110_000,
  landUse: null,
  ageYears: null,
  grade: null,
  waterfront: null,
  compsMetres: null,
  ...changes,
});

test('reports each band of a kind with enough sales, and none where the records lack the fact', () => {
  const sales = [
    ...Array.from({ length: 3 }, () => sale({ ageYears: 5, price: 120_000 })),
    ...Array.from({ length: 4 }, () => sale({ ageYears: 95 })),
    sale({ ageYears: 40 }),
  ];
  const bands = metricsByKind(sales, 3).filter(({ kind }) => kind !== 'price' && kind !== 'value');
  expect(bands).toMatchObject([
    { kind: 'age in years', band: 'over 90', sample_size: 4, mdape: 0, range_coverage: 1, range_width: 0.2 },
    { kind: 'age in years', band: 'up to 10', sample_size: 3, mdape: 16.67, range_coverage: 0 },
  ]);
});

test('ranks fifths by price and by value', () => {
  const sales = Array.from({ length: 10 }, (_, at) => sale({ price: 100_000 + at, value: 200_000 - at }));
  const sizes = metricsByKind(sales, 1).map(({ kind, band, sample_size }) => `${kind} ${band}: ${sample_size}`);
  expect(sizes).toEqual(['price', 'value'].flatMap((kind) => [1, 2, 3, 4, 5].map((at) => `${kind} fifth ${at}: 2`)));
});
