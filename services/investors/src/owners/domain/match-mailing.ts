import type { LinkedDealsCriteria } from '@plat/contracts';
import { ADDRESS_MAX_UNRELATED_OWNERS } from '@plat/dataset/constants';
import { type AddressParts, cityKey, type MailingKeys, mailingKeysOf, parseFullAddress } from '@plat/records';
import type { MailingBook, OwnerAlias } from './owner-book.ts';
import { type OwnerMatch, strongestMatches } from './owner-match.ts';

/** A search by address returns every owner there, however many; but sharing a crowded address says little. */
const CONFIDENCE = { ownAddress: 0.9, building: 0.6, crowdedAddress: 0.3 } as const;

/**
 * Owners who receive mail at an address: at exactly this unit (strict), or at any unit of the building (wide). An
 * address without ZIP code is searched under every ZIP code of its city.
 */
export async function matchMailing(
  { search_string, search_state: state, strict_matches_only: isStrict }: LinkedDealsCriteria,
  owners: MailingBook,
  signal: AbortSignal,
): Promise<OwnerMatch[]> {
  const keys = await keysOf(parseFullAddress(search_string), owners, signal);
  const [first] = keys;
  if (first === undefined) return [];
  const exact = await owners.mailedTo(state, unique(keys.map(({ mailingKey }) => mailingKey)), signal);
  const matches = matchesOf(exact, 'mailing_address', CONFIDENCE.ownAddress);
  if (isStrict) return matches;
  const [street = ''] = first.mailingBuildingKey.split('|');
  const buildings = unique(keys.map(({ mailingBuildingKey }) => mailingBuildingKey));
  const around = await owners.inBuilding(state, street, buildings, signal);
  return strongestMatches([...matches, ...matchesOf(around, 'mailing_building', CONFIDENCE.building)]);
}

/** The keys under which records may file the address: by ZIP code, or by city and state. */
async function keysOf(parts: AddressParts, owners: MailingBook, signal: AbortSignal): Promise<MailingKeys[]> {
  const { state, zip } = parts;
  const city = cityKey(parts.city);
  const hasCity = city !== null && city !== '' && state !== null;
  const zips = zip !== null ? [zip] : hasCity ? await owners.zipsOfCity(state, city, signal) : [];
  const places = [...zips.map((one) => ({ ...parts, zip: one })), ...(hasCity ? [{ ...parts, zip: null }] : [])];
  return places.flatMap((place) => mailingKeysOf(place) ?? []);
}

function matchesOf(
  aliases: readonly OwnerAlias[],
  reason: 'mailing_address' | 'mailing_building',
  confidence: number,
): OwnerMatch[] {
  const regions = new Map(aliases.map(({ buyerId, region }) => [buyerId, region]));
  const ownersThere = Math.max(regions.size, ...aliases.map(({ mailingOwners }) => mailingOwners ?? 0));
  const isCrowded = ownersThere > ADDRESS_MAX_UNRELATED_OWNERS;
  return [...regions].map(([buyerId, region]) => ({
    region,
    buyerId,
    reason,
    confidence: isCrowded ? CONFIDENCE.crowdedAddress : confidence,
  }));
}

const unique = (keys: readonly string[]): string[] => [...new Set(keys)];
