import type { LinkedDealsCriteria } from '@plat/contracts';
import { ADDRESS_MAX_UNRELATED_OWNERS } from '@plat/dataset/constants';
import { normaliseOwnerName } from '@plat/records';
import { AlikeNames } from './alike-names.ts';
import type { NameBook, OwnerAlias } from './owner-book.ts';
import { type OwnerMatch, strongestMatches } from './owner-match.ts';

/**
 * A company name is unique in its state; a person may have namesakes. Rounded down from the labelled pairs of `plat
 * evaluate linking`: 86 % of pairs at one address and 90 % of similar names in one ZIP code are one owner.
 */
const CONFIDENCE = { exactCompany: 0.98, exactPerson: 0.9, sharedAddress: 0.8 } as const;
/** Similar names count for less without a matching address. */
const SAME_ZIP_SHARE = 0.9;
const NAME_ONLY_SHARE = 0.6;
/** Clusters of a whole industry receive mail in hundreds of ZIP codes; the most frequent ones are searched. */
const MAX_ZIPS = 10;
/** A search by the beginning of a name uses this share of it, at least five characters. */
const BEGINNING_SHARE = 0.4;
const BEGINNING_MIN_CHARACTERS = 5;

type NameCriteria = Pick<LinkedDealsCriteria, 'search_string' | 'strict_matches_only'> & { search_state: string };

/**
 * Owners of a name in a state (docs/rules/linked-deals.md). Strict: the cluster with exactly this normalised name,
 * including the similar names at its mailing addresses. Wide adds one hop from there: clusters at its mailing addresses
 * that at most 25 owners share, and clusters with a similar name and one of its ZIP codes. Without an exact match there
 * is no address, so wide takes the similar names of the state.
 */
export async function matchName(
  { search_string, search_state: state, strict_matches_only: isStrict }: NameCriteria,
  owners: NameBook,
  signal: AbortSignal,
): Promise<OwnerMatch[]> {
  const { nameKey, isEntity } = normaliseOwnerName(search_string);
  if (nameKey === '') return [];
  const named = new Set((await owners.named(state, nameKey, signal)).map(({ buyerId }) => buyerId));
  const confidence = isEntity ? CONFIDENCE.exactCompany : CONFIDENCE.exactPerson;
  const exact = [...named].map((buyerId): OwnerMatch => ({ region: state, buyerId, reason: 'exact_name', confidence }));
  if (isStrict) return exact;
  if (exact.length === 0) return alikeInState(nameKey, search_string, state, owners, signal);
  const aliases = await owners.aliasesOf(state, [...named], signal);
  const [neighbours, alike] = await Promise.all([
    neighboursOf(aliases, state, owners, signal),
    alikeInZips(aliases, state, owners, signal),
  ]);
  return strongestMatches([...exact, ...neighbours, ...alike]);
}

/**
 * Other owners who may be the same person or company, by the wide match: one hop from its aliases, with the strongest
 * evidence for each. Never includes the owner itself.
 */
export async function ownersLinkedTo(
  buyerId: number,
  aliases: readonly OwnerAlias[],
  state: string,
  owners: NameBook,
  signal: AbortSignal,
): Promise<OwnerMatch[]> {
  const [neighbours, alike] = await Promise.all([
    neighboursOf(aliases, state, owners, signal),
    alikeInZips(aliases, state, owners, signal),
  ]);
  return strongestMatches([...neighbours, ...alike]).filter((match) => match.buyerId !== buyerId);
}

async function neighboursOf(
  aliases: readonly OwnerAlias[],
  state: string,
  owners: NameBook,
  signal: AbortSignal,
): Promise<OwnerMatch[]> {
  const linking = aliases.filter(({ mailingOwners }) => (mailingOwners ?? 0) <= ADDRESS_MAX_UNRELATED_OWNERS);
  const addresses = [...new Set(linking.flatMap(({ mailingKey }) => mailingKey ?? []))];
  if (addresses.length === 0) return [];
  const shared = await owners.sharing(state, addresses, ADDRESS_MAX_UNRELATED_OWNERS, signal);
  return shared.flatMap(({ buyerIds }) =>
    buyerIds.map(
      (buyerId): OwnerMatch => ({
        region: state,
        buyerId,
        reason: 'shared_mailing_address',
        confidence: CONFIDENCE.sharedAddress,
      }),
    ),
  );
}

async function alikeInZips(
  aliases: readonly OwnerAlias[],
  state: string,
  owners: NameBook,
  signal: AbortSignal,
): Promise<OwnerMatch[]> {
  const zips = mostNamedZips(aliases);
  const names = new AlikeNames(aliases);
  if (zips.length === 0 || names.isEmpty) return [];
  const candidates = await owners.inZips(state, zips, names.shape, signal);
  return likenesses(candidates, names).map(({ alias, cosine }) => ({
    region: state,
    buyerId: alias.buyerId,
    reason: 'similar_name_same_zip',
    confidence: SAME_ZIP_SHARE * cosine,
  }));
}

async function alikeInState(
  nameKey: string,
  name: string,
  state: string,
  owners: NameBook,
  signal: AbortSignal,
): Promise<OwnerMatch[]> {
  const names = new AlikeNames([{ nameKey, name, occurrences: 1 }]);
  if (names.isEmpty) return [];
  for (const length of beginningLengths(nameKey)) {
    const candidates = await owners.beginning(state, nameKey.slice(0, length), names.shape, signal);
    const matches = likenesses(candidates, names).map(
      ({ alias, cosine }): OwnerMatch => ({
        region: state,
        buyerId: alias.buyerId,
        reason: 'similar_name',
        confidence: NAME_ONLY_SHARE * cosine,
      }),
    );
    if (matches.length > 0) return strongestMatches(matches);
  }
  return [];
}

/** A name misspelt near its beginning is searched by a shorter beginning when the longer one finds nobody. */
function beginningLengths({ length }: string): number[] {
  const long = Math.max(BEGINNING_MIN_CHARACTERS, Math.ceil(BEGINNING_SHARE * length));
  return [...new Set([long, BEGINNING_MIN_CHARACTERS])];
}

const likenesses = (candidates: readonly OwnerAlias[], names: AlikeNames) =>
  candidates.flatMap((alias) => {
    const cosine = names.cosineTo(alias);
    return cosine === null ? [] : [{ alias, cosine }];
  });

function mostNamedZips(aliases: readonly OwnerAlias[]): string[] {
  const records = new Map<string, number>();
  for (const { mailingKey, occurrences } of aliases) {
    const place = mailingKey?.split('|')[1];
    if (place !== undefined && /^\d{5}$/.test(place)) records.set(place, (records.get(place) ?? 0) + occurrences);
  }
  const ordered = [...records].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return ordered.slice(0, MAX_ZIPS).map(([zip]) => zip);
}
