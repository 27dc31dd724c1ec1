import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Addresses of this machine and its link, including metadata services. A wide range does not open them. */
const ONLY_BY_NAME: ReadonlySet<string> = new Set(['loopback', 'linkLocal']);
/** No HTTP receiver has such an address. */
const NEVER: ReadonlySet<string> = new Set(['unspecified', 'broadcast', 'multicast']);
/** Azure's metadata and health service, which has a public address. */
const CLOUD_HOST_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * True when an operator's ranges open a non-public address. Loopback and link-local addresses need a range of
 * exactly that address (`/32` or `/128`).
 * @param text an address as resolvers write it. @param ranges CIDR blocks.
 */
export function isAllowedAddress(text: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0 || !ipaddr.isValid(text)) return false;
  const address: Address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv6 && address.zoneId !== undefined) return false;
  const kind = address.range();
  if (NEVER.has(kind)) return false;
  const needsName = ONLY_BY_NAME.has(kind) || CLOUD_HOST_ADDRESSES.has(text);
  return ranges.some((range) => {
    const [network, bits] = ipaddr.parseCIDR(range);
    if (network.kind() !== address.kind() || !address.match(network, bits)) return false;
    return !needsName || bits === (address.kind() === 'ipv4' ? 32 : 128);
  });
}
