import { isAllowedAddress, isLoopback, isPublicAddress } from '@plat/contracts';
import ipaddr from 'ipaddr.js';

/** Which addresses may be called. */
export interface AddressPolicy {
  /** Lets calls reach this machine; for local development only. */
  allowLoopback: boolean;
  /** CIDR blocks that are never called, though public or allowed: the operator's own machines, for example. */
  deniedRanges: readonly string[];
  /** CIDR blocks of private networks that may be called; none unless given. */
  allowedRanges?: readonly string[];
}

/**
 * The question that every resolved address must pass.
 * @throws Error when a denied range is not a CIDR block.
 */
export function createAddressRule(policy: AddressPolicy): (address: string) => boolean {
  const { allowLoopback, deniedRanges, allowedRanges = [] } = policy;
  const denied = deniedRanges.map((range) => ipaddr.parseCIDR(range));
  return (address) => {
    if (allowLoopback && isLoopback(address)) return true;
    if (!isPublicAddress(address) && !isAllowedAddress(address, allowedRanges)) return false;
    const parsed = ipaddr.parse(address);
    return !denied.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits));
  };
}
