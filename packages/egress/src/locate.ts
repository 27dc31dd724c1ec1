import { isIP } from 'node:net';
import { isLocalhost } from '@plat/contracts';
import { type AddressPolicy, createAddressRule } from './address-rule.ts';
import { unlessAborted } from './deadline.ts';
import type { Resolve } from './resolve.ts';
import type { Exchange } from './send.ts';
import { readTarget, type Target } from './target.ts';

/** The addresses of a callable URL, or the reason for refusing it. */
export type Location = { target: Target; addresses: readonly string[] } | Exchange;

const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];
/** Further addresses of a name are ignored. */
const MAX_ADDRESSES_TRIED = 8;

const refused = (cause: string): Exchange => ({ outcome: 'refused_url', status: null, cause });

/**
 * Reads a URL, resolves its host once and checks every address. One refused address refuses the URL, because a
 * connection could pick any of them.
 * @throws Error when the policy has a denied range that is not a CIDR block.
 */
export function createLocate(
  policy: AddressPolicy,
  resolve: Resolve,
): (url: string, signal: AbortSignal) => Promise<Location> {
  const mayCall = createAddressRule(policy);

  async function resolved(hostname: string, signal: AbortSignal): Promise<readonly string[]> {
    if (isIP(hostname) !== 0) return [hostname];
    if (policy.allowLoopback && isLocalhost(hostname)) return LOOPBACK_ADDRESSES;
    const answer = await unlessAborted(resolve(hostname, signal), signal).catch(() => null);
    return answer ?? [];
  }

  return async (url, signal) => {
    const target = readTarget(url, policy);
    if (target === null) return refused('the text of the URL');
    const addresses = await resolved(target.hostname, signal);
    if (signal.aborted) return { outcome: signal.reason, status: null, cause: 'resolving' };
    if (addresses.length === 0) return { outcome: 'unresolvable', status: null };
    const hidden = addresses.find((address) => !mayCall(address));
    if (hidden !== undefined) return refused(`the host resolves to ${hidden}`);
    return { target, addresses: addresses.slice(0, MAX_ADDRESSES_TRIED) };
  };
}
