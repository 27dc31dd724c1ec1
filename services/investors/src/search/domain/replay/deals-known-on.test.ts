import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { addDays } from '../../../deals/domain/days.ts';
import { dealsKnownOn, type RecordedDeal } from './deals-known-on.ts';
import { historiesOf, recordedDeal } from './examples.fixture.ts';

const DAY = '2025-06-30';
const WINDOW = { from: '2023-07-01', to: DAY };
const known = (...deals: RecordedDeal[]) => dealsKnownOn(WINDOW, deals, historiesOf(deals));
const idsOf = (deals: readonly { dealId: number }[]) => deals.map(({ dealId }) => dealId);

describe('a search on an earlier day', () => {
  test('knows no purchase after that day or before its window', () => {
    const deals = [
      recordedDeal(1, 1, DAY),
      recordedDeal(2, 2, addDays(DAY, 1)),
      recordedDeal(3, 3, WINDOW.from),
      recordedDeal(4, 4, addDays(WINDOW.from, -1)),
    ];
    expect(idsOf(known(...deals))).toEqual([1, 3]);
  });

  test('sees a flip as a rental purchase until its resale', () => {
    const resold = recordedDeal(1, 1, '2025-01-01', { saleDate: DAY, salePrice: 400_000 });
    expect(known(resold)).toMatchObject([{ buyerType: 'flipper', eventDate: DAY, salePrice: 400_000 }]);
    const held = { ...resold, saleDate: addDays(DAY, 1), eventDate: addDays(DAY, 1) };
    expect(known(held)).toMatchObject([
      { buyerType: 'landlord', eventDate: '2025-01-01', saleDate: null, salePrice: null },
    ]);
  });

  test.each<[string, Partial<RecordedDeal>]>([
    ['that its buyer may live in', { isAbsentee: false }],
    ['of an institution', { isInstitution: true }],
    ['that is no home', { propertyType: 'OTHER' }],
  ])('is no rental purchase %s', (_, changes) => {
    expect(known(recordedDeal(1, 1, '2025-01-01', { saleDate: '2025-07-01', ...changes }))).toEqual([]);
  });

  test('keeps recent purchases of frequent flippers pending, as of that day', () => {
    const young = recordedDeal(1, 1, '2025-05-01');
    const flip = (saleDate: string) => recordedDeal(2, 1, '2024-12-01', { saleDate, salePrice: 1 });
    expect(idsOf(known(young, flip('2025-06-01')))).toEqual([2]);
    // Resold a day too late to be known: both purchases are rentals then.
    expect(idsOf(known(young, flip('2025-07-01')))).toEqual([1, 2]);
  });

  test('ignores later deals in the reliability of a buyer', () => {
    const first = recordedDeal(1, 1, '2025-01-01', { purchaseMethod: 'financed' });
    const later = recordedDeal(2, 1, addDays(DAY, 1), { purchaseMethod: 'cash' });
    // From one financed purchase: not a repeat buyer, none paid in cash.
    expect(known(first, later).map(({ buyer }) => buyer.reliability)).toEqual([0]);
    const twice = { ...later, purchaseDate: DAY, eventDate: DAY };
    // Repeat buyer 1, half paid in cash.
    expect(known(first, twice).map(({ buyer }) => buyer.reliability)).toEqual([0.75, 0.75]);
  });

  test('does not change with later records', () => {
    const anyDeal = fc.record({
      buyerId: fc.integer({ min: 1, max: 4 }),
      bought: fc.integer({ min: -900, max: 400 }),
      held: fc.option(fc.integer({ min: 14, max: 365 }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(anyDeal, { maxLength: 30 }), (rows) => {
        const dealsAs = (rowsSeen: typeof rows) =>
          rowsSeen.map(({ buyerId, bought, held }, at) =>
            recordedDeal(at, buyerId, addDays(DAY, bought), {
              saleDate: held === null ? null : addDays(DAY, bought + held),
            }),
          );
        // Records end that day: later purchases are missing, later resales unknown.
        const ended = rows.map((row) =>
          row.held !== null && row.bought + row.held > 0 ? { ...row, held: null } : row,
        );
        const asEnded = dealsAs(ended).filter(({ purchaseDate }) => purchaseDate <= DAY);
        expect(known(...dealsAs(rows))).toEqual(known(...asEnded));
      }),
    );
  });
});
