import { describe, expect, test } from 'bun:test';
import { CLUSTER_MAX_NAMES } from '@plat/dataset/constants';
import fc from 'fast-check';
import { clusterNames, type SimilarNames } from './buyer-clusters.ts';
import { type Mention, samePeople } from './same-people.ts';
import { deriveMarket, type GivenTransfer } from './small-market.fixture.ts';
import { splitByModularity } from './split-component.ts';

const edge = (address: string, left: number, right: number): SimilarNames => ({ address, left, right });

describe('joining alike names', () => {
  test('links names across addresses', () => {
    expect(clusterNames([edge('A', 5, 7), edge('B', 7, 9)], new Map())).toEqual([[5, 7, 9]]);
  });
  test('links names without an address', () => {
    expect(clusterNames([{ address: null, left: 1, right: 2 }], new Map())).toEqual([[1, 2]]);
  });
  test('links up to 25 owners at an address', () => {
    expect(clusterNames([edge('A', 1, 2)], new Map([['A', 26]]))).toEqual([[1, 2]]);
    expect(clusterNames([edge('A', 1, 2)], new Map([['A', 27]]))).toEqual([]);
  });
  test('counts alike names at an address as one owner', () => {
    const family = Array.from({ length: 40 }, (_, at) => edge('A', 0, at + 1));
    expect(clusterNames(family, new Map([['A', 41]]))[0]).toHaveLength(41);
  });
  test('splits a giant cluster at its weakest link', () => {
    const clique = (from: number, size: number) =>
      Array.from({ length: size }, (_, at) => at).flatMap((a) =>
        [1, 2, 3].map((step): [number, number] => [from + a, from + ((a + step) % size)]),
      );
    const edges = [...clique(0, 400), ...clique(400, 400), [0, 400] as [number, number]];
    const parts = splitByModularity(
      Array.from({ length: 800 }, (_, at) => at),
      edges,
      CLUSTER_MAX_NAMES,
    );
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(CLUSTER_MAX_NAMES);
    expect(parts.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: 800 }, (_, at) => at));
    expect(parts.every((part) => new Set(part.map((name) => name < 400)).size === 1)).toBe(true);
  });
  test('ignores the order of edges and keeps every cluster below the cap', () => {
    const edges = fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.nat(700), fc.nat(700)), { maxLength: 1_200 });
    fc.assert(
      fc.property(edges, fc.integer(), (given, seed) => {
        const list = given
          .filter(([, left, right]) => left !== right)
          .map(([address, left, right]) => edge(address, left, right));
        const shuffled = [...list].sort(
          (a, b) => ((a.left * 31 + a.right * 17) ^ seed) - ((b.left * 31 + b.right * 17) ^ seed),
        );
        const clusters = clusterNames(list, new Map());
        expect(clusterNames(shuffled, new Map())).toEqual(clusters);
        expect(clusters.every((cluster) => cluster.length <= CLUSTER_MAX_NAMES)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});

describe('people of two names', () => {
  const mention = (name: number, middle: string, generation = ''): Mention => ({ name, middles: [middle], generation });
  test.each<[string, Mention[], [number, number][]]>([
    [
      'an initial fits a middle name',
      [mention(1, 'Q'), mention(2, 'QUINN'), mention(3, '')],
      [
        [1, 2],
        [1, 3],
      ],
    ],
    ['two initials are two people', [mention(1, 'Q'), mention(2, 'A')], []],
    ['a name without one could be either', [mention(1, 'Q'), mention(2, 'A'), mention(3, '')], []],
    [
      'two middle names with one initial are two people',
      [mention(1, 'QUINN'), mention(2, 'QUILL'), mention(3, 'Q')],
      [],
    ],
    [
      'parent and child are two people',
      [mention(1, 'Q', 'SR'), mention(2, 'Q', 'JR'), mention(3, 'Q', 'JR')],
      [[2, 3]],
    ],
    [
      'both of a couple have to fit',
      [
        { name: 1, middles: ['T', 'A'], generation: '' },
        { name: 2, middles: ['D', ''], generation: '' },
      ],
      [],
    ],
  ])('%s', (_, mentions, expected) => {
    expect(samePeople(mentions)).toEqual(expected);
  });
});

describe('one buyer or two', () => {
  const OFFICE = '9 OFFICE RD #2|85002';
  interface Buyer {
    to: string;
    mailing?: string;
  }
  const CASES: [promise: string, first: Buyer, second: Buyer, same: boolean][] = [
    [
      'a legal form spelled out',
      { to: 'OAK VALE HOMES LLC' },
      { to: 'Oak Vale Homes, Limited Liability Company' },
      true,
    ],
    ['an ampersand', { to: 'OAK & VALE LLC' }, { to: 'OAK AND VALE LLC' }, true],
    ['a person, last name first or last', { to: 'DOE, JANE Q' }, { to: 'JANE Q DOE' }, true],
    ['ET AL', { to: 'DOE JANE ET AL' }, { to: 'DOE JANE' }, true],
    [
      'a series number',
      { to: 'OAK VALE HOMES I LLC', mailing: OFFICE },
      { to: 'OAK VALE HOMES II LLC', mailing: OFFICE },
      false,
    ],
    [
      'alike companies at one address',
      { to: 'OAK VALE HOLDINGS LLC', mailing: OFFICE },
      { to: 'OAK VALES HOLDINGS LLC', mailing: OFFICE },
      true,
    ],
    [
      'alike companies at two addresses',
      { to: 'OAK VALE HOLDINGS LLC', mailing: OFFICE },
      { to: 'OAK VALES HOLDINGS LLC', mailing: '1 ELM ST|85001' },
      false,
    ],
    [
      'unlike companies at one address',
      { to: 'OAK VALE HOLDINGS LLC', mailing: OFFICE },
      { to: 'RED ROCK RENTALS LLC', mailing: OFFICE },
      false,
    ],
    ['spouses at one address', { to: 'DOE JANE', mailing: OFFICE }, { to: 'DOE JOHN', mailing: OFFICE }, false],
    [
      'a person and the company named after them',
      { to: 'QUILLFEATHER JANE', mailing: OFFICE },
      { to: 'QUILLFEATHER JANE LLC', mailing: OFFICE },
      false,
    ],
    [
      'a middle initial at one address',
      { to: 'DOE JANE', mailing: OFFICE },
      { to: 'DOE JANE Q', mailing: OFFICE },
      true,
    ],
    [
      'one of a couple at one address',
      { to: 'DOE JANE', mailing: OFFICE },
      { to: 'DOE JOHN & JANE', mailing: OFFICE },
      true,
    ],
    [
      'a person and their trust at one address',
      { to: 'QUILLFEATHER, RUTH & AMOS', mailing: OFFICE },
      { to: 'QUILLFEATHER, RUTH TTEE QUILLFEATHER FAMILY TRUST', mailing: OFFICE },
      true,
    ],
    [
      'two middle initials at one address',
      { to: 'DOE JANE Q', mailing: OFFICE },
      { to: 'DOE JANE A', mailing: OFFICE },
      false,
    ],
    [
      'parent and child at one address',
      { to: 'DOE JOHN Q SR', mailing: OFFICE },
      { to: 'DOE JOHN Q JR', mailing: OFFICE },
      false,
    ],
    [
      'a frequent name at one address',
      { to: 'SMITH JOHN', mailing: OFFICE },
      { to: 'SMITH JOHN & MARY', mailing: OFFICE },
      false,
    ],
    ['a rare name at two addresses', { to: 'QUILLFEATHER AMOS' }, { to: 'QUILLFEATHER AMOS T' }, true],
    ['a usual name at two addresses', { to: 'WILKINSON MARK' }, { to: 'WILKINSON MARK T' }, false],
    ['a couple at two addresses', { to: 'WILKINSON MARK & ODESSA' }, { to: 'WILKINSON ODESSA R & MARK' }, true],
    [
      'a rare name beside another family at two addresses',
      { to: 'QUILLFEATHER AMOS T' },
      { to: 'QUILLFEATHER AMOS T & BRIARWELL IDA' },
      false,
    ],
    ['another legal form', { to: 'OAK VALE HOMES LLC' }, { to: 'OAK VALE HOMES INC' }, true],
    [
      'one brand at one address',
      { to: 'QUILLFEATHER HOMES LLC', mailing: OFFICE },
      { to: 'QUILLFEATHER RENTALS LLC', mailing: OFFICE },
      true,
    ],
    [
      'two banks alike at one address',
      { to: 'FIRST EXAMPLES BANK NA', mailing: OFFICE },
      { to: 'FIRST EXAMPLE BANK NA', mailing: OFFICE },
      false,
    ],
  ];
  test.each(CASES)('%s', async (_, first, second, same) => {
    const market = await deriveMarket({
      transfers: [
        { parcel: 'P1', document: '1', date: '2020-01-01', ...first },
        { parcel: 'P2', document: '2', date: '2020-01-01', ...second },
      ],
    });
    expect(await market.rows('SELECT count(DISTINCT buyer_id)::INTEGER AS buyers FROM sale')).toEqual([
      { buyers: same ? 1 : 2 },
    ]);
    market.close();
  });

  test('joins nothing under a withheld name', async () => {
    const market = await deriveMarket({
      transfers: [{ parcel: 'P', date: '2020-01-01', from: 'ROE ANN', to: 'NAME WITHHELD BY REQUEST' }],
    });
    expect(await market.rows('SELECT buyer_id FROM sale')).toEqual([{ buyer_id: null }]);
    expect(await market.rows('SELECT name_key FROM buyer_of_name')).toHaveLength(1);
    market.close();
  });

  test("joins nothing at a registered agent's address", async () => {
    const crowd = Array.from({ length: 30 }, (_, at): GivenTransfer => {
      const name = `${String.fromCharCode(65 + (at % 26)).repeat(4)}${String.fromCharCode(70 + (at % 7)).repeat(3)} VENTURES LLC`;
      return { parcel: `crowd ${at}`, document: `c${at}`, date: '2020-01-01', to: name, mailing: OFFICE };
    });
    const pair: GivenTransfer[] = [
      { parcel: 'P1', document: '1', date: '2020-01-01', to: 'OAK VALE HOLDINGS LLC', mailing: OFFICE },
      { parcel: 'P2', document: '2', date: '2020-01-01', to: 'OAK VALES HOLDINGS LLC', mailing: OFFICE },
    ];
    const buyersOf = async (transfers: GivenTransfer[]) => {
      const market = await deriveMarket({ transfers });
      const [row] = await market.rows(
        "SELECT count(DISTINCT buyer_id)::INTEGER AS buyers FROM sale WHERE parcel_id LIKE 'P%'",
      );
      market.close();
      return row?.buyers;
    };
    expect(await buyersOf(pair)).toBe(1);
    expect(await buyersOf([...crowd, ...pair])).toBe(2);
  });
});
