import { type ResolvedAddress, resolveAddress } from '@plat/contracts';
import type { Caller } from './caller.ts';
import type { ServiceClient } from './service-client.ts';

export interface AddressMatchOptions {
  /** A match below this confidence (0 to 1) counts as none. */
  minConfidence?: number;
  signal: AbortSignal;
}

/**
 * The match of an address by the geo service; null without one.
 * @throws AppError as `ServiceClient.call`
 */
export async function matchAddress(
  client: ServiceClient,
  caller: Caller,
  address: string,
  { minConfidence = 0, signal }: AddressMatchOptions,
): Promise<ResolvedAddress | null> {
  const { match } = await client.call(resolveAddress, { body: { address }, ...caller, signal });
  return match === null || match.confidence < minConfidence ? null : match;
}
