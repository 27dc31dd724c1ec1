import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isAllowedAddress } from './allowed-ranges.ts';
import { callbackUrlProblem } from './callback-url.ts';

const EVERYTHING = ['0.0.0.0/0', '::/0'];

describe('a range that an operator allows', () => {
  test.each([
    ['10.20.1.2', ['10.20.0.0/16'], true],
    ['10.21.1.2', ['10.20.0.0/16'], false],
    ['192.168.7.7', ['10.20.0.0/16', '192.168.7.0/24'], true],
    ['fd12::1', ['fd12::/64'], true],
    ['fd13::1', ['fd12::/64'], false],
    ['100.64.0.9', ['100.64.0.0/10'], true],
    // An IPv4-mapped IPv6 address is a different address.
    ['::ffff:10.20.1.2', ['10.20.0.0/16'], false],
    ['10.20.1.2', [], false],
    ['hooks.example.com', EVERYTHING, false],
  ])('opens %s under %p: %p', (address, ranges, isOpen) => {
    expect(isAllowedAddress(address, ranges)).toBe(isOpen);
  });

  test.each(['127.0.0.1', '127.9.9.9', '169.254.169.254', '169.254.0.1', '::1', 'fe80::1', '168.63.129.16'])(
    'opens %s only if it names exactly that address',
    (address) => {
      expect(isAllowedAddress(address, EVERYTHING)).toBe(false);
      expect(isAllowedAddress(address, ['127.0.0.0/8', '169.254.0.0/16', 'fe80::/10', '::/8', '168.63.0.0/16'])).toBe(
        false,
      );
      expect(isAllowedAddress(address, [`${address}/${address.includes(':') ? 128 : 32}`])).toBe(true);
    },
  );

  test.each(['0.0.0.0', '255.255.255.255', '224.0.0.1', '::', 'ff02::1', 'fe80::1%eth0'])(
    'never opens %s',
    (address) => {
      const exact = address.includes(':') ? '::/0' : `${address}/32`;
      expect(isAllowedAddress(address, [...EVERYTHING, exact])).toBe(false);
    },
  );

  test('opens no loopback or link-local address, however wide it is', () => {
    const octet = fc.nat({ max: 255 });
    const hidden = fc.oneof(
      fc.tuple(octet, octet, octet).map((rest) => `127.${rest.join('.')}`),
      fc.tuple(octet, octet).map((rest) => `169.254.${rest.join('.')}`),
    );
    const range = fc
      .tuple(octet, octet, octet, octet, fc.nat({ max: 31 }))
      .map(([a, b, c, d, bits]) => `${a}.${b}.${c}.${d}/${bits}`);
    fc.assert(fc.property(hidden, fc.array(range), (address, ranges) => !isAllowedAddress(address, ranges)));
  });
});

test('URLs of allowed networks are accepted over https', () => {
  const settings = { allowLoopback: false, allowedRanges: ['10.20.0.0/16'] };
  const problem = (url: string) => callbackUrlProblem(url, settings);
  expect(problem('https://10.20.1.2:8443/hook')).toBeNull();
  expect(problem('https://crm.corp.internal/hook')).toBeNull();
  expect(problem('http://10.20.1.2:8443/hook')).toBe('must be an https URL');
  expect(problem('https://10.21.1.2/hook')).toBe('must name a public host');
  expect(problem('https://localhost/hook')).toBe('must name a public host');
  expect(problem('https://169.254.169.254/latest')).toBe('must name a public host');
  expect(callbackUrlProblem('https://crm.corp.internal/hook')).toBe('must name a public host');
});
