import { expect, test } from 'bun:test';
import { readValuationConfig } from './config.ts';

const VALID = {
  DATABASE_URL: 'postgres://plat@localhost/plat',
  PLAT_GEO_URL: 'http://geo:8080',
  PLAT_INTERNAL_SECRET: 'x'.repeat(32),
};

test('requires a database, the geo service and the shared secret, and has defaults for the rest', () => {
  expect(readValuationConfig(VALID)).toMatchObject({ PLAT_PORT: 8080, PLAT_HOST: '0.0.0.0', PLAT_LOG_LEVEL: 'info' });
});

test.each([
  ['DATABASE_URL', 'mysql://localhost/plat'],
  ['PLAT_GEO_URL', undefined],
  ['PLAT_AS_OF', '2026-13-01'],
])('names %s when it is %p', (name, value) => {
  expect(() => readValuationConfig({ ...VALID, [name]: value })).toThrow(name);
});
