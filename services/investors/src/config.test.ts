import { expect, test } from 'bun:test';
import { readInvestorsConfig } from './config.ts';

const VALID = {
  DATABASE_URL: 'postgres://plat@localhost/plat',
  PLAT_GEO_URL: 'http://geo:8080',
  PLAT_ACCOUNTS_URL: 'http://accounts:8080',
  PLAT_INTERNAL_SECRET: 'x'.repeat(32),
};

test('requires database, address service and shared secret, with defaults for the rest', () => {
  expect(readInvestorsConfig(VALID)).toMatchObject({ PLAT_PORT: 8080, PLAT_HOST: '0.0.0.0', PLAT_LOG_LEVEL: 'info' });
});

test.each([
  ['DATABASE_URL', 'mysql://localhost/plat'],
  ['DATABASE_URL', undefined],
  ['PLAT_GEO_URL', 'geo:8080'],
  ['PLAT_AS_OF', '31.01.2026'],
  ['PLAT_AS_OF', '2026-13-01'],
  ['PLAT_PORT', '80a'],
  ['PLAT_SKIPTRACE_URL', 'http://skiptrace.example.com/v1'],
  ['PLAT_SKIPTRACE_URL', 'skiptrace.example.com'],
  ['PLAT_SKIPTRACE_KEY', 'a key with spaces'],
  ['PLAT_SKIPTRACE_BATCH', '0'],
  ['PLAT_SKIPTRACE_TIMEOUT_MS', '31000'],
])('names %s when it is %p', (name, value) => {
  expect(() => readInvestorsConfig({ ...VALID, [name]: value })).toThrow(name);
});

test.each([
  ['PLAT_SKIPTRACE_KEY', { PLAT_SKIPTRACE_URL: 'https://skiptrace.example.com/v1' }],
  ['PLAT_SKIPTRACE_URL', { PLAT_SKIPTRACE_KEY: 'k' }],
])('names %s as missing when a provider is half configured', (name, given) => {
  expect(() => readInvestorsConfig({ ...VALID, ...given })).toThrow(`${name}: is required`);
});

test.each([
  'https://skiptrace.example.com/v1?team=a',
  'http://localhost:9000/batch',
  'http://127.0.0.1/',
  'http://[::1]:80',
])('accepts %s for a provider', (url) => {
  expect(readInvestorsConfig({ ...VALID, PLAT_SKIPTRACE_URL: url, PLAT_SKIPTRACE_KEY: 'k' }).PLAT_SKIPTRACE_URL).toBe(
    url,
  );
});
