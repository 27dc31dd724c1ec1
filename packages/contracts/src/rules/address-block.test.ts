import { expect, test } from 'bun:test';
import { isIP } from 'node:net';
import fc from 'fast-check';
import { isAddressBlock } from './address-block.ts';

test.each(['10.0.0.1', '10.0.0.0/8', '0.0.0.0/0', '::1', '2001:db8::/32', '::ffff:10.0.0.0/104'])(
  'accepts %p as an address or block',
  (text) => {
    expect(isAddressBlock(text)).toBe(true);
  },
);

test.each([
  ...['', 'proxy', '10.0.0', '010.0.0.1', '256.0.0.1', '0x7f.1', '2130706433', '10.0.0.0/', '10.0.0.0/33'],
  ...['10.0.0.0/8/9', '10.0.0.0/1e1', '10.0.0.0/ 8', '10.0.0.0/-1', '::1/129', '::1%lo', '[::1]', '1.2.3.4:80'],
])('rejects %p, which would cover more or something else than intended', (text) => {
  expect(isAddressBlock(text)).toBe(false);
});

test('Node accepts every accepted address', () => {
  const text = fc.oneof(fc.ipV4(), fc.ipV6(), fc.stringMatching(/^[0-9a-f:.]{2,20}$/));
  fc.assert(
    fc.property(text, (address) => !isAddressBlock(address) || isIP(address) !== 0),
    { numRuns: 2_000 },
  );
});
