import { describe, expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { API_KEY_KINDS, generateApiKey, parseApiKey } from './api-key.ts';

const kinds = fc.constantFrom(...API_KEY_KINDS);
const bytes = fc.infiniteStream(fc.integer({ min: 0, max: 255 }));
const generated = fc.tuple(kinds, fc.boolean(), bytes).map(([kind, isTest, stream]) => ({
  kind,
  isTest,
  ...generateApiKey({ kind, isTest }, (count) => Uint8Array.from({ length: count }, () => stream.next().value ?? 0)),
}));

describe('a generated key', () => {
  test('parses to its kind and digest for any random bytes', () => {
    fc.assert(
      fc.property(generated, ({ kind, isTest, key, sha256 }) => {
        expect(parseApiKey(key)).toEqual({ kind, isTest, sha256 });
      }),
    );
  });

  test.each([
    ['subscriber', false, 'plat_sub_'],
    ['enterprise', false, 'plat_ent_'],
    ['legacy_search', false, 'plat_leg_'],
    ['subscriber', true, 'plat_sub_test_'],
    ['enterprise', true, 'plat_ent_test_'],
  ] as const)('starts kind %s, test %p, with %s, and its prefix reveals six characters', (kind, isTest, begin) => {
    const { key, prefix, sha256 } = generateApiKey({ kind, isTest }, randomBytes);
    expect(key).toMatch(new RegExp(`^${begin}[0-9A-Za-z]{38}$`));
    expect(key).toStartWith(prefix);
    expect(prefix).toHaveLength(begin.length + 6);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is unique', () => {
    const keys = new Set(Array.from({ length: 2_000 }, () => generateApiKey({ kind: 'subscriber' }, randomBytes).key));
    expect(keys.size).toBe(2_000);
  });

  test('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 2_000; i++) {
      for (const character of generateApiKey({ kind: 'subscriber' }, randomBytes).key.slice(9, 41)) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
    }
    const expected = (2_000 * 32) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(expected * 0.25);
  });
});

describe('invalid keys', () => {
  test('one wrong character is always detected', () => {
    const replacement = fc.constantFrom(...'0123456789ABCDEFabcdefXYZxyz');
    fc.assert(
      fc.property(generated, fc.nat(), replacement, ({ key }, position, character) => {
        const at = position % key.length;
        fc.pre(key[at] !== character);
        expect(parseApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBeNull();
      }),
    );
  });

  test('two swapped neighbours are detected', () => {
    fc.assert(
      fc.property(generated, fc.integer({ min: 2, max: 39 }), ({ key }, fromEnd) => {
        const at = key.length - fromEnd;
        fc.pre(key[at] !== key[at + 1]);
        const swapped = `${key.slice(0, at)}${key[at + 1]}${key[at]}${key.slice(at + 2)}`;
        expect(parseApiKey(swapped)).toBeNull();
      }),
    );
  });

  test('any other text is rejected', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(parseApiKey(text)).toBeNull()));
    const { key } = generateApiKey({ kind: 'subscriber' }, randomBytes);
    for (const text of [
      '',
      ' ',
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
      `Bearer ${key}`,
    ]) {
      expect(parseApiKey(text)).toBeNull();
    }
  });
});
