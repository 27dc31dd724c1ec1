import { expect, test } from 'bun:test';
import { readInvestorsConfig } from './config.ts';

const VALID = {
  DATABASE_URL: 'postgres://plat@localhost/plat',
  PLAT_GEO_URL: 'http://geo:8080',
  PLAT_ACCOUNTS_URL: 'http://accounts:8080',
  PLAT_INTERNAL_SECRET: 'x'.repeat(32),
};

test('needs a database, the address service and the shared secret, and has defaults for the rest', () => {
  expect(readInvestorsConfig(VALID)).toMatchObject({ PLAT_PORT: 8080, PLAT_HOST: '0.0.0.0', PLAT_LOG_LEVEL: 'info' });
});

test.each([
  ['DATABASE_URL', 'mysql://localhost/plat'],
  ['DATABASE_URL', undefined],
  ['PLAT_GEO_URL', 'geo:8080'],
  ['PLAT_AS_OF', '31.01.2026'],
  ['PLAT_AS_OF', '2026-13-01'],
  ['PLAT_PORT', '80a'],
])('names %s when it is %p', (name, value) => {
  expect(() => readInvestorsConfig({ ...VALID, [name]: value })).toThrow(name);
});
