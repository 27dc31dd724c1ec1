import { expect, test } from 'bun:test';
import { readAnalyticsConfig } from './config.ts';

const VALID = {
  DATABASE_URL: 'postgres://plat@localhost/plat',
  PLAT_INTERNAL_SECRET: 'x'.repeat(32),
  PLAT_OBFUSCATION_SECRET: 'y'.repeat(32),
};

test('requires a database, the shared secret and its own secret, and has defaults for the rest', () => {
  expect(readAnalyticsConfig(VALID)).toMatchObject({ PLAT_PORT: 8080, PLAT_HOST: '0.0.0.0', PLAT_LOG_LEVEL: 'info' });
});

test.each([
  ['DATABASE_URL', 'mysql://localhost/plat'],
  ['DATABASE_URL', undefined],
  ['PLAT_OBFUSCATION_SECRET', undefined],
  ['PLAT_OBFUSCATION_SECRET', 'short'],
  ['PLAT_AS_OF', '31.01.2026'],
])('names %s when it is %p, without showing a secret', (name, value) => {
  const read = () => readAnalyticsConfig({ ...VALID, [name]: value });
  expect(read).toThrow(name);
  expect(read).not.toThrow(/short|yyyy/);
});
