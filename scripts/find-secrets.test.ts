import { describe, expect, test } from 'bun:test';
import { findSecret } from './find-secrets.ts';

const SECRET = 'Q7w9'.repeat(9);
const SAID: [string, string][] = [
  ['API key', `{"level":"info","msg":"key plat_sub_${SECRET} used"}`],
  ['API key', `key plat_ent_test_${SECRET}`],
  ['automation key', `zk_live_${SECRET}`],
  ['webhook secret', `signed with whsec_${SECRET}`],
  ['token', `eyJhbGciOiJI.${SECRET}.${SECRET}`],
  ['bearer token', `authorization: Bearer ${SECRET}`],
  ['password in a URL', `connecting to postgres://plat:${SECRET}@localhost:5432/plat`],
  ['password in a URL', `redis://:${SECRET}@localhost`],
  ['secret in a field', `{"webhook_secret":"${SECRET}"}`],
];

describe('a secret in the output of a process', () => {
  test.each(SAID)('is found and masked: %s', (pattern, line) => {
    const found = findSecret(line);
    expect(found?.pattern).toBe(pattern);
    expect(found?.line).not.toContain(SECRET);
    expect(found?.line).toContain('[masked]');
  });
});

test.each([
  '{"level":"info","msg":"request","keyId":"0b9d2f5e-6c1a-4b7e-9d53-2f8e1a7c4d60","status":200}',
  'postgres://plat:[redacted]@localhost/plat',
  '{"secret":"[redacted]","token":null}',
  'Bearer [redacted]',
  'key plat_sub_aB3dE6 of Acme',
  'listening at http://127.0.0.1:8080 and https://[::1]:1/a@b',
  `(pass) a key like plat_sub_${SECRET} is scrubbed`,
])('accepts output without secrets: %s', (line) => {
  expect(findSecret(line)).toBeNull();
});
