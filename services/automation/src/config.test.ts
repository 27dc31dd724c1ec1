import { expect, test } from 'bun:test';
import { readAutomationConfig, requireOpenIdPair } from './config.ts';
import { createAutomationDeps } from './deps.ts';

const VALID = {
  DATABASE_URL: 'postgres://plat@localhost/plat',
  PLAT_INTERNAL_SECRET: 'x'.repeat(32),
  PLAT_OIDC_ISSUER: 'https://login.example.com/',
  PLAT_OIDC_AUDIENCE: 'plat',
};

test('requires a database, the shared secret and an OpenID provider, and does not allow sign-up by default', () => {
  expect(readAutomationConfig(VALID)).toMatchObject({
    PLAT_OIDC_ALGORITHMS: ['RS256', 'ES256'],
    PLAT_AUTOMATION_SIGN_UP: false,
    PLAT_EGRESS_ALLOW_LOOPBACK: false,
  });
  const algorithms = readAutomationConfig({ ...VALID, PLAT_OIDC_ALGORITHMS: 'EdDSA, PS512' }).PLAT_OIDC_ALGORITHMS;
  expect(algorithms).toEqual(['EdDSA', 'PS512']);
});

test.each([
  ['DATABASE_URL', 'mysql://localhost/plat'],
  ['PLAT_OIDC_ISSUER', undefined],
  ['PLAT_OIDC_ISSUER', 'http://login.example.com'],
  ['PLAT_OIDC_ISSUER', 'http://localhost.example.com'],
  ['PLAT_OIDC_AUDIENCE', undefined],
  ['PLAT_OIDC_ALGORITHMS', 'HS256'],
  ['PLAT_OIDC_ALGORITHMS', 'none'],
  ['REDIS_URL', 'localhost'],
])('names %s when it is %p', (name, value) => {
  expect(() => readAutomationConfig({ ...VALID, [name]: value })).toThrow(name);
});

test('requires issuer and audience together, or neither', () => {
  const pair = { PLAT_OIDC_ISSUER: 'https://login.example.com', PLAT_OIDC_AUDIENCE: 'plat' };
  requireOpenIdPair({});
  requireOpenIdPair(pair);
  const { PLAT_OIDC_ISSUER, PLAT_OIDC_AUDIENCE } = pair;
  expect(() => requireOpenIdPair({ PLAT_OIDC_AUDIENCE })).toThrow(
    'PLAT_OIDC_ISSUER: is required, because PLAT_OIDC_AUDIENCE is set',
  );
  expect(() => requireOpenIdPair({ PLAT_OIDC_ISSUER })).toThrow('PLAT_OIDC_AUDIENCE: is required');
});

test('does not start in production with receivers on this machine, nor without an identity provider', async () => {
  const open = { ...VALID, PLAT_EGRESS_ALLOW_LOOPBACK: 'true', NODE_ENV: 'production' };
  await expect(createAutomationDeps(readAutomationConfig(open))).rejects.toThrow('PLAT_EGRESS_ALLOW_LOOPBACK');
  const { PLAT_OIDC_AUDIENCE: _, ...withoutAudience } = readAutomationConfig(VALID);
  await expect(createAutomationDeps(withoutAudience)).rejects.toThrow('PLAT_OIDC_ISSUER and PLAT_OIDC_AUDIENCE');
});
