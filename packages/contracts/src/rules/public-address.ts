import ipaddr from 'ipaddr.js';

/** A public number, but the virtual host of a cloud: Azure's metadata and health service. */
const CLOUD_HOST_ADDRESSES = new Set(['168.63.129.16']);
/** Contains everything that IANA allocated as global unicast, but not `::/96`, the old form of embedded IPv4. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Bytes 9 to 12 of an ISATAP address (RFC 5214), which embeds an internal IPv4 address at its end. */
const ISATAP_PARTS: readonly (readonly [number, number])[] = [
  [0x0000, 0x5efe],
  [0x0200, 0x5efe],
];

/**
 * True for an IP address of the open internet: not private, loopback, link-local, shared, multicast, reserved or
 * for documentation (IANA's special-purpose registries), and no IPv6 form that embeds an IPv4 address.
 * @param text an address as resolvers write it. Anything else is not public, including zone ids and legacy IPv4
 * forms.
 */
export function isPublicAddress(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) {
    return ipaddr.IPv4.parse(text).range() === 'unicast' && !CLOUD_HOST_ADDRESSES.has(text);
  }
  if (!ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return (
    address.zoneId === undefined &&
    address.match(GLOBAL_UNICAST) &&
    address.range() === 'unicast' &&
    !ISATAP_PARTS.some(([fifth, sixth]) => address.parts[4] === fifth && address.parts[5] === sixth)
  );
}
