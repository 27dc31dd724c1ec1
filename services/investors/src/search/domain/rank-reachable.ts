import type { BuyerFilters } from '@plat/contracts';
import {
  completeContacts,
  judgeContacts,
  type KnownContact,
  knownContacts,
  nationalSnapshotIsFresh,
  recordedContacts,
} from '../../contacts/index.ts';
import type { FoundBuyer } from './found-buyer.ts';
import type { BuyerSearchPorts } from './ports.ts';
import { isSmartMatch, type ScoredDeal } from './smart-match.ts';

/** Maximum rounds of lookups that replace buyers without a phone number. */
const MAX_LOOKUP_ROUNDS = 4;

/** The buyers to show, best first, with the people behind them. Looks up contacts of those buyers only. */
export async function rankReachable(
  best: readonly ScoredDeal[],
  { hide_no_phone: hideNoPhone, limit }: BuyerFilters,
  asOf: string,
  ports: BuyerSearchPorts,
  signal: AbortSignal,
): Promise<RankedBuyers> {
  const reachable = hideNoPhone
    ? await withPhone(best, limit, asOf, ports, signal)
    : await withContacts(best.slice(0, limit), ports, signal);
  const results = hideNoPhone ? reachable.length : best.length;
  const buyers = reachable.slice(0, limit).map(({ deal, score, contact, lookupFailed }, index) => {
    const rank = index + 1;
    return { deal, contact, lookupFailed, rank, smartMatch: isSmartMatch(score, rank, results) };
  });
  return { buyers, results };
}

export interface RankedBuyers {
  /** Best first, at most as many as the caller wants. */
  buyers: FoundBuyer[];
  /** How many there are without that limit. */
  results: number;
}

type ReachedDeal = ScoredDeal & KnownContact;

async function withContacts(best: readonly ScoredDeal[], ports: BuyerSearchPorts, signal: AbortSignal) {
  const known = await knownContacts(buyersOf(best), ports, signal);
  return best.map((scored, index) => ({ ...scored, ...known[index]! }));
}

/**
 * Every buyer with a phone number on record, and buyers that a provider knows: it is asked only as far down the ranking
 * as slots are left, and further down when some turn out to have no number.
 */
async function withPhone(
  best: readonly ScoredDeal[],
  limit: number,
  asOf: string,
  ports: BuyerSearchPorts,
  signal: AbortSignal,
): Promise<ReachedDeal[]> {
  const recorded = await recordedContacts(buyersOf(best), ports, signal);
  const known: KnownContact[] = recorded.map((contact) => ({ contact, lookupFailed: false }));
  const hasPhone: boolean[] = [];
  const judge = async (places: readonly number[]) => {
    const people = places.map((place) => known[place]!.contact);
    const judged = await judgeContacts(people, ports.suppressions, asOf, signal);
    for (const [index, place] of places.entries()) hasPhone[place] = judged[index]!.wireless.length > 0;
  };
  await judge([...best.keys()]);
  const isAsked = new Set<number>();
  const canAsk = ports.lookups !== null && (await phonesMayBeShown(ports, asOf, signal));
  for (let round = 0; canAsk && round < MAX_LOOKUP_ROUNDS; round++) {
    const places = nextToAsk(best, limit, (place) => hasPhone[place]!, recorded, isAsked);
    if (places.length === 0) break;
    const asked = await completeContacts(
      places.map((place) => best[place]!.deal.buyer),
      places.map((place) => recorded[place]!),
      ports,
      signal,
    );
    for (const [index, place] of places.entries()) {
      isAsked.add(place);
      known[place] = asked[index]!;
    }
    await judge(places);
    if (asked.every(({ lookupFailed }) => lookupFailed)) break;
  }
  return best.flatMap((scored, place) => (hasPhone[place] ? [{ ...scored, ...known[place]! }] : []));
}

const buyersOf = (best: readonly ScoredDeal[]) => best.map(({ deal }) => deal.buyer);

const phonesMayBeShown = async ({ suppressions }: BuyerSearchPorts, asOf: string, signal: AbortSignal) =>
  nationalSnapshotIsFresh(await suppressions.newestNationalSnapshot(signal), asOf);

/** Positions, best first, without a number on record that were not asked yet, as many as may still be shown. */
function nextToAsk(
  best: readonly ScoredDeal[],
  limit: number,
  hasPhone: (place: number) => boolean,
  recorded: ReadonlyArray<KnownContact['contact']>,
  isAsked: ReadonlySet<number>,
): number[] {
  const places: number[] = [];
  let shown = 0;
  for (const place of best.keys()) {
    if (shown + places.length >= limit) break;
    if (hasPhone(place)) shown += 1;
    else if (!isAsked.has(place) && (recorded[place]?.wireless.length ?? 0) === 0) places.push(place);
  }
  return places;
}
