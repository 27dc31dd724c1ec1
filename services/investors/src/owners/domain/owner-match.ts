import type { MatchReason } from '@plat/contracts';

/** A buyer cluster that a search found, with its evidence. */
export interface OwnerMatch {
  region: string;
  buyerId: number;
  reason: MatchReason;
  /** Probability, 0 to 1, that the cluster is the requested owner. */
  confidence: number;
}

/** Each cluster once, with its strongest evidence: the first in the list, by reason and then by confidence. */
export function strongestMatches(matches: readonly OwnerMatch[]): OwnerMatch[] {
  const best = new Map<number, OwnerMatch>();
  for (const match of matches) {
    const known = best.get(match.buyerId);
    const isStronger = known !== undefined && known.reason === match.reason && match.confidence > known.confidence;
    if (known === undefined || isStronger) best.set(match.buyerId, match);
  }
  return [...best.values()];
}
