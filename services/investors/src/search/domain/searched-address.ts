import { createHash } from 'node:crypto';
import { ADDRESS_MATCH_LEVELS } from '@plat/contracts';
import { Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { versionedJson } from '../../versioned-json.ts';
import type { AddressResolver, ResolvedAddress } from './ports.ts';

const optionalNumber = Type.Union([Type.Number(), Type.Null()]);

const Resolved = Type.Union([
  Type.Object({
    address: Type.String(),
    propertyId: Type.Union([Type.Integer(), Type.Null()]),
    latitude: optionalNumber,
    longitude: optionalNumber,
    level: Type.Union(ADDRESS_MATCH_LEVELS.map((level) => Type.Literal(level))),
  }),
  Type.Null(),
]);

/** `of` is the hash of the address line, which itself may be too long for a header. */
const SearchedAddress = Type.Object({ of: Type.String(), resolved: Resolved });

const hashOf = (address: string): string => createHash('sha256').update(address).digest('base64url');

/** A resolved address as header text: the gateway gets it with the usage subject and sends it with the search. */
export const writeSearchedAddress = (address: string, resolved: ResolvedAddress | null): string =>
  Buffer.from(JSON.stringify({ of: hashOf(address), resolved })).toString('base64url');

/**
 * Resolves the address in a header without a call, and every other address with the given resolver.
 * @param header null, or text that may be of another release; text that cannot be read counts as null
 */
export function resolvedBefore(header: string | null, addresses: AddressResolver): AddressResolver {
  const known = header === null ? undefined : readSearchedAddress(header);
  if (known === undefined) return addresses;
  return {
    resolve: async (address, signal) =>
      known.of === hashOf(address) ? known.resolved : addresses.resolve(address, signal),
  };
}

/** The outcome of resolving an address, `resolved` null when it matched nothing. */
interface Resolution {
  resolved: ResolvedAddress | null;
}

/** The resolution of an address as stored with a background search (`question.resolved` of `investors.searches`). */
export const resolutionCodec = versionedJson<Resolution>({
  kind: 'resolved address',
  schema: Type.Object({ resolved: Resolved }),
  upgrades: [],
});

/** Resolves as the search did when it was accepted; a search stored without that asks the given resolver. */
export function resolvedAtAcceptance(stored: unknown, addresses: AddressResolver): AddressResolver {
  if (stored === undefined) return addresses;
  const { resolved } = resolutionCodec.decode(stored);
  return { resolve: async () => resolved };
}

function readSearchedAddress(header: string) {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    return Value.Check(SearchedAddress, parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
