import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { AS_OF } from './retail-comps.fixture.ts';
import { type ValuationUnderTest, valuationUnderTest } from './valuation-under-test.fixture.ts';

const REQUEST = { address: 'the house', explain: true };

describe('retail comps of a county whose records ended years ago', () => {
  let usual: ValuationUnderTest;
  let late: ValuationUnderTest;
  beforeAll(async () => {
    [usual, late] = await Promise.all([valuationUnderTest(), valuationUnderTest('2030-01-15')]);
    await late.sql`update market.county set records_through = ${AS_OF}`;
  }, 60_000);
  afterAll(() => Promise.all([usual.close(), late.close()]));

  test('are computed as of the last day of the records, including values and adjustments', async () => {
    const answer = await late.answer(REQUEST);
    expect(answer).toEqual(await usual.answer(REQUEST));
    expect(answer.avm?.as_of_date).toBe(AS_OF);
    expect(answer.explanation?.as_of_date).toBe(AS_OF);
    expect(answer.comps.length).toBeGreaterThanOrEqual(3);
  });

  test('report that in headers', async () => {
    const { headers } = await late.post(REQUEST);
    expect(headers.get('x-records-through')).toBe(AS_OF);
    expect(headers.get('x-records-stale')).toBe('true');
    expect(headers.get('x-coverage')).toBe('full');
  });

  test('have no such headers on errors', async () => {
    const { status, headers } = await late.post({ address: 'the street' });
    expect(status).toBe(400);
    expect(['x-records-through', 'x-records-stale', 'x-coverage'].map((name) => headers.get(name))).toEqual([
      null,
      null,
      null,
    ]);
  });
});
