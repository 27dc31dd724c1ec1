import { BlockList, isIP } from 'node:net';
import { isAddressBlock } from '@plat/contracts';

/** A list of IP addresses and CIDR blocks: trusted proxies, or addresses from which a key may be used. */
export interface AddressList {
  includes(address: string | undefined): boolean;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Dual-stack sockets report IPv4 addresses as `::ffff:a.b.c.d`; treat them as IPv4. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/** Some proxies append the port to the address, with brackets around IPv6. */
const withoutPort = (hop: string): string => hop.replace(/^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/, '$1$2');

/** @throws RangeError naming an entry that is neither an IP address nor a CIDR block. */
export function addressList(entries: readonly string[]): AddressList {
  const list = new BlockList();
  for (const entry of entries) {
    if (!isAddressBlock(entry)) throw new RangeError(`${entry} is neither an IP address nor a CIDR block`);
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(prefix), family(address));
  }
  return {
    includes: (address) => {
      if (address === undefined || entries.length === 0) return false;
      const known = plain(address);
      return isIP(known) !== 0 && list.check(known, family(known));
    },
  };
}

/** Loopback and private ranges: no packet from the public internet has such a source. */
const PRIVATE_ADDRESSES = addressList([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]);

/**
 * True if the caller is on this machine or in its private network; false behind an untrusted proxy, where it is
 * unknown.
 * @param connection undefined for an in-process request.
 */
export function isInside(connection: string | undefined, forwardedFor: string | null, proxies: AddressList): boolean {
  if (connection === undefined) return true;
  if (forwardedFor !== null && !proxies.includes(connection)) return false;
  return PRIVATE_ADDRESSES.includes(callerAddress(connection, forwardedFor, proxies));
}

/**
 * The caller's address: the connection's peer, or behind a trusted proxy the nearest `X-Forwarded-For` entry that
 * no trusted proxy added.
 */
export function callerAddress(
  connection: string | undefined,
  forwardedFor: string | null,
  proxies: AddressList,
): string {
  let caller = connection === undefined ? 'in-process' : plain(connection);
  if (forwardedFor === null || !proxies.includes(caller)) return caller;
  const hops = forwardedFor
    .split(',')
    .map((hop) => plain(withoutPort(hop.trim())))
    .filter((hop) => hop !== '');
  while (proxies.includes(caller)) {
    const nearer = hops.pop();
    // An unreadable hop may be the caller itself, who could have made up everything before it.
    if (nearer === undefined || isIP(nearer) === 0) break;
    caller = nearer;
  }
  return caller;
}

const allowLists = new WeakMap<readonly string[], AddressList>();

/** True if a key may be used from this address. The parsed list is cached with the verified key. */
export function mayUseFrom(allowedAddresses: readonly string[] | null, address: string): boolean {
  if (allowedAddresses === null) return true;
  const list = allowLists.get(allowedAddresses) ?? addressList(allowedAddresses);
  allowLists.set(allowedAddresses, list);
  return list.includes(address);
}
