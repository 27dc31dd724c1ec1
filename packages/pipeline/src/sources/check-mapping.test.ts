import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInSources } from './built-in-sources.ts';
import { checkMapping, MappingError } from './check-mapping.ts';
import { loadSource } from './load-mapping.ts';

const columns = { parcel_id: 'PIN', state: { constant: 'AZ' }, address: 'SITUS' };
const mappingOf = (produced: unknown, input: object = {}) => ({
  name: 'my-county',
  title: 'My county',
  inputs: [{ file: 'roll*.csv', ...input, produces: [produced] }],
});
const good = mappingOf({ kind: 'properties', columns });

describe('a mapping is checked before anything is read', () => {
  test('accepts the built-in mappings, also after a JSON round trip', () => {
    for (const source of builtInSources)
      expect(checkMapping(JSON.parse(JSON.stringify(source)), source.name)).toEqual(source);
  });
  const mistakes: [string, unknown, RegExp][] = [
    ['no inputs', { name: 'x', title: 'X', inputs: [] }, /\/inputs: /],
    ['a wrong name', { ...good, name: 'My County' }, /\/name: /],
    ['a key that is not known', { ...good, colour: 'red' }, /\/colour: is not a known key/],
    ['a missing key', { name: 'x', inputs: good.inputs }, /\/title: is missing/],
    ['an unknown kind', mappingOf({ kind: 'permits', columns }), /\/inputs\/0\/produces\/0\/kind: must be one of/],
    [
      'an unknown column',
      mappingOf({ kind: 'properties', columns: { ...columns, colour: 'C' } }),
      /columns\/colour: properties have no such column/,
    ],
    [
      'a missing required column',
      mappingOf({ kind: 'transfers', columns: { parcel_id: 'PIN' } }),
      /transfers need "sale_date"/,
    ],
    [
      'no place',
      mappingOf({ kind: 'properties', columns: { parcel_id: 'PIN', state: 'ST' } }),
      /properties need "address", or/,
    ],
    [
      'raw SQL',
      mappingOf({ kind: 'properties', columns: { ...columns, city: { sql: 'upper(c)' } } }),
      /columns\/city: is not a column expression/,
    ],
    [
      'a broken pattern',
      mappingOf({ kind: 'properties', columns: { ...columns, city: { extract: 'C', pattern: '(' } } }),
      /columns\/city\/pattern: /,
    ],
    [
      'look-around',
      mappingOf({ kind: 'properties', columns: { ...columns, city: { extract: 'C', pattern: '(?=a)b' } } }),
      /look-around/,
    ],
    [
      'onlyWith of a column that is not mapped',
      mappingOf({ kind: 'properties', columns, onlyWith: ['zip'] }),
      /onlyWith: "zip"/,
    ],
    [
      'a group that the pattern does not have',
      mappingOf({ kind: 'properties', columns: { ...columns, city: { extract: 'C', pattern: '^(.*),', group: 2 } } }),
      /columns\/city\/group: the pattern has 1 group, so there is no group 2/,
    ],
    [
      'a group without a group in the pattern, deep inside an expression',
      mappingOf({
        kind: 'properties',
        columns: {
          ...columns,
          city: { firstOf: ['A', { without: { extract: 'C', pattern: '(?:a|b)', group: 1 }, values: ['x'] }] },
        },
      }),
      /columns\/city\/firstOf\/1\/without\/group: the pattern has no groups/,
    ],
    [
      'an expression without one of its parts',
      mappingOf({ kind: 'properties', columns: { ...columns, city: { firstOf: ['A', { extract: 'C' }] } } }),
      /columns\/city\/firstOf\/1\/pattern: is missing/,
    ],
    [
      'a key that an expression does not have',
      mappingOf({ kind: 'properties', columns: { ...columns, city: { column: 'C', default: 'Mesa' } } }),
      /columns\/city\/default: is not a known key/,
    ],
    [
      'codes without any code',
      mappingOf({ kind: 'properties', columns: { ...columns, property_type: { codes: 'USE', as: {} } } }),
      /columns\/property_type\/as: names no code/,
    ],
    [
      'a constant that its column cannot read',
      mappingOf({
        kind: 'properties',
        columns: { ...columns, state: { constant: 'Atlantis' }, year_built: { constant: 'old' } },
      }),
      /columns\/state\/constant: "Atlantis" is not a US state[\s\S]*columns\/year_built\/constant: "old" is not a number/,
    ],
    [
      'a code replaced by one that its column does not know',
      mappingOf({
        kind: 'properties',
        columns: { ...columns, property_type: { codes: 'USE', as: { R1: 'SFR', R2: 'HUOSE' } } },
      }),
      /columns\/property_type\/as\/R2: "HUOSE" is not a known code of property_type/,
    ],
    [
      'a glob with a folder, which no file name matches',
      mappingOf({ kind: 'properties', columns }, { file: 'data/roll*.csv' }),
      /\/inputs\/0\/file: is matched against the name of a file, without its folder/,
    ],
    [
      'a second input that never gets a file',
      {
        ...good,
        inputs: [good.inputs[0], { ...good.inputs[0], file: 'ROLL*.csv' }],
      },
      /\/inputs\/1\/file: \/inputs\/0 takes every file of this name/,
    ],
    [
      'a delimiter that parts no cells',
      mappingOf({ kind: 'properties', columns }, { delimiter: '"' }),
      /\/inputs\/0\/delimiter: a quote or line break cannot part cells/,
    ],
    [
      'a text with a NUL character',
      mappingOf({ kind: 'properties', columns: { ...columns, city: { constant: 'a\0b' } } }),
      /columns\/city\/constant: contains a NUL character/,
    ],
    [
      'an expression nested without end',
      mappingOf({
        kind: 'properties',
        columns: { ...columns, city: Array.from({ length: 3000 }).reduce((inner) => ({ scale: inner, by: 1 }), 'C') },
      }),
      /columns\/city: is nested more than 20 levels deep/,
    ],
    ['a header line of 0', mappingOf({ kind: 'properties', columns }, { headerLine: 0 }), /\/inputs\/0\/headerLine/],
  ];
  test.each(mistakes)('reports %s with its path', (_, mapping, message) => {
    expect(() => checkMapping(mapping, 'roll.json')).toThrow(MappingError);
    expect(() => checkMapping(mapping, 'roll.json')).toThrow(message);
  });
});

test('accepts a mapping file, a built-in source or canonical', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mapping-'));
  try {
    const path = join(folder, 'mine.json');
    await Bun.write(path, JSON.stringify(good));
    expect(await loadSource(path)).toEqual(checkMapping(good, path));
    expect(await loadSource('canonical')).toBe('canonical');
    expect(await loadSource('seattle-wa')).toHaveProperty('name', 'seattle-wa');
    expect(loadSource('atlantis')).rejects.toThrow(/no such source; known: canonical, philadelphia-pa/);
    expect(loadSource(join(folder, 'none.json'))).rejects.toThrow(/does not exist/);
    await Bun.write(path, '{ "name": ');
    expect(loadSource(path)).rejects.toThrow(/not JSON/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('accepts the example in docs/reference/mapping.md', async () => {
  const page = await Bun.file(new URL('../../../../docs/reference/mapping.md', import.meta.url)).text();
  const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(checkMapping(JSON.parse(example), 'mapping.md')).toHaveProperty('name', 'my-county');
});
