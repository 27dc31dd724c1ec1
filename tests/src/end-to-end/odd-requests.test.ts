import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { valid } from './odd-requests.ts';

const SAMPLES = 400;
const SEED = 1;

test.each([
  [{ type: 'string', maxLength: 200 }, 0, 200],
  [{ type: 'string', minLength: 100, maxLength: 120 }, 100, 120],
])('generates texts of every length that %o allows', (schema, shortest, longest) => {
  const lengths = fc
    .sample(valid(schema, {}, {}), { numRuns: SAMPLES, seed: SEED })
    .map((text) => [...String(text)].length);
  const quarter = (longest - shortest) / 4;
  expect(Math.min(...lengths)).toBeWithin(shortest, shortest + quarter);
  expect(Math.max(...lengths)).toBeGreaterThan(longest - quarter);
  expect(lengths.filter((length) => length > shortest + quarter && length < longest - quarter).length).toBeGreaterThan(
    0,
  );
});
