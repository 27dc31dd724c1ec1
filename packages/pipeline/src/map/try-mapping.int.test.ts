import { describe, expect, test } from 'bun:test';
import { checkMapping, MappingError } from '../sources/check-mapping.ts';
import { builtInSources } from '../sources/index.ts';
import { tryMapping } from './try-mapping.ts';

const mappingOf = (pattern: string) =>
  checkMapping(
    {
      name: 'my-county',
      title: 'My county',
      inputs: [
        {
          file: 'roll*.csv',
          produces: [
            {
              kind: 'properties',
              columns: { parcel_id: 'PIN', state: 'ST', address: { firstOf: ['A', { extract: 'B', pattern }] } },
            },
          ],
        },
      ],
    },
    'roll.json',
  );

describe('every expression of a mapping is tried before a file is read', () => {
  test.each(builtInSources.map((source) => [source.name, source] as const))('%s works', async (name, source) => {
    await tryMapping(source, name);
  });

  test.each([
    ['a repetition beyond the limit of the engine', 'a{1001}'],
    ['an escape that the engine does not know', '\\u0041'],
    ['a pattern too large to compile', '((\\w{100}){100}){100}'],
  ])('reports %s with its path', async (_, pattern) => {
    const failure = tryMapping(mappingOf(pattern), 'roll.json');
    await expect(failure).rejects.toThrow(MappingError);
    await expect(failure).rejects.toThrow(/\/inputs\/0\/produces\/0\/columns\/address: /);
  });

  test('accepts a usable pattern', async () => {
    await tryMapping(mappingOf('(?i)^[a-z]+'), 'roll.json');
  });
});
