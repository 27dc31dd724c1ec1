import { describe, expect, test } from 'bun:test';
import { pinnedCounties } from './county-pins.ts';

type Given = [newestSale: string | null, pinnedDay: string | null];
const pinAfter = (...imports: Given[]) =>
  pinnedCounties(
    imports.map(([newestSale, pinnedDay], at) => ({
      countyKey: '42101',
      source: `source ${at}`,
      importedAt: `2026-01-0${at + 1}T00:00:00.000Z`,
      newestSale,
      pinnedDay,
    })),
  ).get('42101');

describe('the day that a county is pinned to', () => {
  test.each<[string, string | null, Given[]]>([
    ['is none without --as-of', null, [['2022-12-20', null]]],
    ['is the day of --as-of, before the newest sale', '2022-12-01', [['2022-12-20', '2022-12-01']]],
    ['is the day of --as-of, after the newest sale', '2022-12-31', [['2022-12-20', '2022-12-31']]],
    [
      'ends with newer sales',
      null,
      [
        ['2022-12-20', '2022-12-01'],
        ['2023-01-10', null],
      ],
    ],
    [
      'stays when later imports bring no newer sales',
      '2022-12-01',
      [
        ['2022-12-20', '2022-12-01'],
        ['2022-12-20', null],
      ],
    ],
    [
      'stays when newer sales lie before it',
      '2022-12-31',
      [
        ['2022-12-20', '2022-12-31'],
        ['2022-12-28', null],
      ],
    ],
    [
      'stays when an import has no sales',
      '2022-12-01',
      [
        ['2022-12-20', '2022-12-01'],
        [null, null],
      ],
    ],
    [
      'is the last day given',
      '2022-06-30',
      [
        ['2022-12-20', '2022-12-01'],
        [null, '2022-06-30'],
      ],
    ],
    [
      'does not return after newer sales',
      null,
      [
        ['2022-12-20', '2022-12-01'],
        ['2023-01-10', null],
        ['2021-01-01', null],
      ],
    ],
  ])('%s', (_, expected, imports) => {
    expect(pinAfter(...imports)?.pinnedDay ?? null).toBe(expected);
  });

  test('comes with the sources and the time of the newest import', () => {
    expect(pinAfter(['2022-12-20', null], ['2023-01-10', null])).toMatchObject({
      sources: ['source 0', 'source 1'],
      importedAt: '2026-01-02T00:00:00.000Z',
    });
  });
});
