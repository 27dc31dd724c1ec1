import { expect, test } from 'bun:test';
import { ConfigError, type Environment, readConfig } from '@plat/kit';
import { Type } from '@sinclair/typebox';
import { EGRESS_SETTINGS, egressPolicy } from './settings.ts';

const read = (env: Environment) => egressPolicy(readConfig(Type.Object(EGRESS_SETTINGS), env));

test('refuses loopback receivers by default', () => {
  expect(read({})).toEqual({ allowLoopback: false, deniedRanges: [], allowedRanges: [] });
  expect(read({ NODE_ENV: 'production', PLAT_REQUIRE_HTTPS: 'true' })).toMatchObject({ allowLoopback: false });
});

test.each([{}, { NODE_ENV: 'development' }, { NODE_ENV: 'test' }, { PLAT_REQUIRE_HTTPS: 'false' }])(
  'allows loopback receivers with %p',
  (env) => {
    expect(read({ PLAT_EGRESS_ALLOW_LOOPBACK: 'true', ...env })).toMatchObject({ allowLoopback: true });
  },
);

test.each([
  [{ NODE_ENV: 'production' }, 'NODE_ENV is production'],
  [{ NODE_ENV: 'production', PLAT_REQUIRE_HTTPS: 'false' }, 'NODE_ENV is production'],
  [{ PLAT_REQUIRE_HTTPS: 'true' }, 'PLAT_REQUIRE_HTTPS is true'],
])('refuses loopback receivers with %p', (env, reason) => {
  const start = () => read({ PLAT_EGRESS_ALLOW_LOOPBACK: 'true', ...env });
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(`PLAT_EGRESS_ALLOW_LOOPBACK: is for local development, but ${reason}`);
});

test('accepts addresses and CIDR blocks of both families as denied ranges', () => {
  expect(read({ PLAT_EGRESS_DENIED_RANGES: '8.8.8.8, 2606:4700::/32,2620:fe::fe' }).deniedRanges).toEqual([
    '8.8.8.8/32',
    '2606:4700::/32',
    '2620:fe::fe/128',
  ]);
  const start = () => read({ PLAT_EGRESS_DENIED_RANGES: '8.8.8.0/24,example.com' });
  expect(start).toThrow('PLAT_EGRESS_DENIED_RANGES: entry 2 is neither an IP address nor a CIDR block');
});

test('accepts addresses and CIDR blocks of both families as allowed ranges', () => {
  expect(read({ PLAT_EGRESS_ALLOWED_RANGES: '10.20.0.0/16, fd12::1' }).allowedRanges).toEqual([
    '10.20.0.0/16',
    'fd12::1/128',
  ]);
  const start = () => read({ PLAT_EGRESS_ALLOWED_RANGES: 'intranet' });
  expect(start).toThrow('PLAT_EGRESS_ALLOWED_RANGES: entry 1 is neither an IP address nor a CIDR block');
});
