import { expect, test } from 'bun:test';
import { deriveSecret } from './derive-secret.ts';

const SECRET = 'x'.repeat(64);

test('a derived secret is stable, and differs per purpose and secret', () => {
  expect(deriveSecret(SECRET, 'obfuscation')).toBe(deriveSecret(SECRET, 'obfuscation'));
  expect(deriveSecret(SECRET, 'obfuscation')).toMatch(/^[0-9a-f]{64}$/);
  const others = [deriveSecret(SECRET, 'other'), deriveSecret(`${SECRET}x`, 'obfuscation'), SECRET];
  expect(others).not.toContain(deriveSecret(SECRET, 'obfuscation'));
});
