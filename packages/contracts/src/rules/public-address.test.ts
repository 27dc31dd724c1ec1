import { expect, test } from 'bun:test';
import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { isPublicAddress } from './public-address.ts';

/**
 * IANA's IPv4 and IPv6 special-purpose registries, multicast, and IPv6 outside global unicast, written out
 * independently.
 */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/2',
  '8000::/1',
] as const;

const family = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');
/** Separate lists, because a combined list also matches an IPv4 address in its mapped form. */
const reference = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const range of NOT_PUBLIC) {
  const [network, bits] = range.split('/') as [string, string];
  reference[family(network)].addSubnet(network, Number(bits), family(network));
}

const v4 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const v6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');

/** The first and last address of a range, and their outside neighbours. */
function edges(range: string): string[] {
  const [network, bits] = range.split('/') as [string, string];
  const width = isIPv4(network) ? 32 : 128;
  const [head = '', tail = ''] = network.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const filled = [...groups(head), ...Array(8 - groups(head).length - groups(tail).length).fill('0'), ...groups(tail)];
  const first = isIPv4(network)
    ? network.split('.').reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
    : filled.reduce<bigint>((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
  const last = first + (1n << BigInt(width - Number(bits))) - 1n;
  return [first - 1n, first, last, last + 1n]
    .filter((value) => value >= 0n && value < 1n << BigInt(width))
    .map((value) => (width === 32 ? v4(Number(value)) : v6(value)));
}

const expected = (address: string) => !reference[family(address)].check(address, family(address));

test('every special range ends where the registries say', () => {
  const all = NOT_PUBLIC.flatMap(edges);
  expect(all.length).toBeGreaterThan(90);
  for (const address of all) expect([address, isPublicAddress(address)]).toEqual([address, expected(address)]);
});

test('an address is public exactly when no special range contains it', () => {
  const isatap = /^(?:[\da-f]+:){4}(?:0|200):5efe:/;
  const anyAddress = fc.oneof(
    fc.nat(0xffff_ffff).map(v4),
    fc.bigInt(0n, (1n << 128n) - 1n).map(v6),
    fc.bigInt(0n, (1n << 125n) - 1n).map((value) => v6(value + (1n << 125n))),
    fc.bigInt(0n, (1n << 32n) - 1n).map((value) => v6(value + (0xffffn << 32n))),
  );
  fc.assert(
    fc.property(anyAddress, (address) => {
      expect([address, isPublicAddress(address)]).toEqual([address, expected(address) && !isatap.test(address)]);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::10.0.0.1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2606:4700::5efe:10.0.0.1',
  '2606:4700::200:5efe:10.0.0.1',
])('%s embeds an IPv4 address and is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '',
  '1.1.1',
  '127.1',
  '0x8.8.8.8',
  '08.8.8.8',
  '134744072',
  '8.8.8.8.',
  ' 8.8.8.8',
  '2606:4700::1%eth0',
  'a',
])('%p is not an address as resolvers write it', (text) => {
  expect(isPublicAddress(text)).toBe(false);
});
