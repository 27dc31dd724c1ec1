import ipaddr from 'ipaddr.js';

/** True for an IP address without a zone, or a CIDR block such as `203.0.113.0/24`. */
export function isAddressBlock(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const isIpv4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  if (rest.length > 0 || address.includes('%') || !(isIpv4 || ipaddr.IPv6.isValid(address))) return false;
  if (prefix === undefined) return true;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIpv4 ? 32 : 128);
}
