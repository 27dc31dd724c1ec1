import ipaddr from 'ipaddr.js';

/** True for an address of this machine: `127.0.0.0/8` or `::1`. */
export function isLoopback(address: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipaddr.IPv4.parse(address).range() === 'loopback';
  return ipaddr.IPv6.isValid(address) && ipaddr.IPv6.parse(address).range() === 'loopback';
}

/** RFC 6761: such names mean this machine and are never sent to a name server. */
export const isLocalhost = (hostname: string): boolean => /(^|\.)localhost$/i.test(hostname);
