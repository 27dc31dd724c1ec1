import { describe, expect, test } from 'bun:test';
import type { DatedCounty } from '@plat/dataset';
import { staleLines } from './served-counties.ts';

const county = (name: string, is_stale: boolean) =>
  ({ name, state: 'PA', fips: null, records_through: '2022-12-01', is_stale }) as DatedCounty;

describe('stale county lines', () => {
  test('are empty without stale counties', () => {
    expect(staleLines([county('Bucks', false)])).toEqual([]);
  });

  test('name each stale county with its day and the remedy', () => {
    const [named, advice] = staleLines([county('Bucks', false), county('Philadelphia', true)]);
    expect(named).toBe('Stale, more than 90 days old: Philadelphia, PA (through 2022-12-01).');
    expect(advice).toContain('plat import');
  });

  test('summarize counties after the tenth', () => {
    const many = Array.from({ length: 12 }, (_, at) => county(`County ${at}`, true));
    expect(staleLines(many)[0]).toEndWith('County 9, PA (through 2022-12-01) and 2 more.');
  });
});
