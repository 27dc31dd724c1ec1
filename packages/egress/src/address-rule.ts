import { isAllowedAddress, isLoopback, isPublicAddress } from '@plat/contracts';
import ipaddr from 'ipaddr.js';

/** Decides which addresses may be called. */
export interface AddressPolicy {
  /** Allows calls to this machine; for local development only. */
  allowLoopback: boolean;
  /** CIDR blocks that are never called, even if public or allowed, such as the operator's own machines. */
  deniedRanges: readonly string[];
  /** CIDR blocks of private networks that may be called; none by default. */
  allowedRanges?: readonly string[];
}

/**
 * Creates the check that every resolved address must pass.
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
