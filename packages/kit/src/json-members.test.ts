import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { jsonMembers } from './json-members.ts';

const parsed = (text: string) =>
  Object.fromEntries([...jsonMembers(text)].map(([name, source]) => [name, JSON.parse(source)]));

describe('the source text of members', () => {
  test('keeps the digits of numbers, the order of names and inner white space', () => {
    const text =
      '{ "big" : 9007199254740993 , "exact":1.10, "nested" : {"b": 1e400,\n "2": [ 12345678901234567890 ], "1": 0} }';
    expect([...jsonMembers(text)]).toEqual([
      ['big', '9007199254740993'],
      ['exact', '1.10'],
      ['nested', '{"b": 1e400,\n "2": [ 12345678901234567890 ], "1": 0}'],
    ]);
  });

  test.each([
    ['{}', {}],
    [' \n{ }\t', {}],
    ['{"":1}', { '': 1 }],
    ['{"a":"}, \\" : {","b":[",",{"c":"]"}]}', { a: '}, " : {', b: [',', { c: ']' }] }],
    ['{"a\\u0062":1}', { ab: 1 }],
    ['{"a":1,"a":2}', { a: 2 }],
    ['{"a":"\\\\","b":-0.5E+3}', { a: '\\', b: -500 }],
  ])('of %s', (text, members) => {
    expect(parsed(text)).toEqual(members);
  });

  test('each member parses to the same value as in the whole text', () => {
    const anyJson = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue(), { noNullPrototype: true });
    fc.assert(
      fc.property(anyJson, fc.constantFrom(undefined, 1, '\t', ' \n'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        const members = jsonMembers(text);
        const whole: Record<string, unknown> = JSON.parse(text);
        expect(new Set(members.keys())).toEqual(new Set(Object.keys(whole)));
        for (const [name, source] of members) {
          expect(text).toContain(source);
          expect(JSON.parse(source)).toEqual(whole[name]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('takes linear time at any nesting depth', () => {
    const deep = `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},"after":1}`;
    expect(jsonMembers(deep).get('after')).toBe('1');
  });
});
