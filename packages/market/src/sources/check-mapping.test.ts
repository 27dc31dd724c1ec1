import { describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkMapping, MappingError } from './check-mapping.ts';
import { builtInSources } from './index.ts';
import { loadSource } from './load-mapping.ts';

const columns = { parcel_id: 'PIN', state: { constant: 'AZ' }, address: 'SITUS' };
const mappingOf = (produced: unknown, input: object = {}) => ({
  name: 'my-county',
  title: 'My county',
  inputs: [{ file: 'roll*.csv', ...input, produces: [produced] }],
});
const good = mappingOf({ kind: 'properties', columns });

describe('a mapping is checked before anything is read', () => {
  test('the built-in mappings pass, also after a trip through JSON', () => {
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
    ['a header line of 0', mappingOf({ kind: 'properties', columns }, { headerLine: 0 }), /\/inputs\/0\/headerLine/],
  ];
  test.each(mistakes)('%s is told with its path', (_, mapping, message) => {
    expect(() => checkMapping(mapping, 'roll.json')).toThrow(MappingError);
    expect(() => checkMapping(mapping, 'roll.json')).toThrow(message);
  });
});

test('an operator points to a mapping file, a built-in source or canonical', async () => {
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

test('the example of MAPPING.md is a usable mapping', async () => {
  const page = await Bun.file(new URL('../../MAPPING.md', import.meta.url)).text();
  const example = /```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(checkMapping(JSON.parse(example), 'MAPPING.md')).toHaveProperty('name', 'my-county');
});
