import { BlockList, isIP } from 'node:net';
import { isAddressBlock } from '@plat/contracts';

/** Single IP addresses and CIDR blocks: who is believed about `X-Forwarded-*`, or where a key may be used from. */
export interface AddressList {
  includes(address: string | undefined): boolean;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** IPv4 addresses that a dual-stack socket reports as `::ffff:a.b.c.d` count as the IPv4 address. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/** Some proxies write the port of the connection behind the address, around an IPv6 address brackets. */
const withoutPort = (hop: string): string => hop.replace(/^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/, '$1$2');

/** @throws RangeError naming the entry that is neither an IP address nor a CIDR block. */
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

/** Addresses that no packet from the open internet comes from: this machine's, and those of private networks. */
const PRIVATE_ADDRESSES = addressList([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10'],
  ...['::1/128', 'fc00::/7', 'fe80::/10'],
]);

/**
 * Whether a caller is on this machine or in its private network. Behind a proxy that is not trusted nobody knows.
 * @param connection undefined for a request that came in-process.
 */
export function isInside(connection: string | undefined, forwardedFor: string | null, proxies: AddressList): boolean {
  if (connection === undefined) return true;
  if (forwardedFor !== null && !proxies.includes(connection)) return false;
  return PRIVATE_ADDRESSES.includes(callerAddress(connection, forwardedFor, proxies));
}

/**
 * The address of the caller: the connection's own, or behind a trusted proxy the nearest address in `X-Forwarded-For`
 * that no trusted proxy added.
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
    // A hop that cannot be read may stand for the caller: what comes before it is then the caller's own word.
    if (nearer === undefined || isIP(nearer) === 0) break;
    caller = nearer;
  }
  return caller;
}

const allowLists = new WeakMap<readonly string[], AddressList>();

/** Whether a key may be used from an address; the list is read once for as long as the verified key is remembered. */
export function mayUseFrom(allowedAddresses: readonly string[] | null, address: string): boolean {
  if (allowedAddresses === null) return true;
  const list = allowLists.get(allowedAddresses) ?? addressList(allowedAddresses);
  allowLists.set(allowedAddresses, list);
  return list.includes(address);
}
