import { describe, expect, test } from 'bun:test';
import type { KeyEpochs } from '../index.ts';
import { freshKey } from './fresh-key.ts';

/** Tests that every store of key epochs must pass. */
export function keyEpochsConformance(name: string, make: () => { one: KeyEpochs; other: KeyEpochs }): void {
  describe(`${name} key epochs`, () => {
    test('keeps an epoch until it is advanced, then changes it on every replica at once', async () => {
      const { one, other } = make();
      const key = freshKey();
      const seen = new Set<string>();
      for (let i = 0; i < 3; i++) {
        const epoch = await one.current(key);
        expect(await other.current(key)).toBe(epoch);
        expect(await one.current(key)).toBe(epoch);
        seen.add(epoch);
        await one.advance(key);
      }
      expect(seen.size).toBe(3);
    });
    test('leaves the epochs of other keys unchanged', async () => {
      const { one } = make();
      const key = freshKey();
      const epoch = await one.current(key);
      await one.advance(freshKey());
      expect(await one.current(key)).toBe(epoch);
    });
  });
}
