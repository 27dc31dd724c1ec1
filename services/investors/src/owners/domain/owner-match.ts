import type { MatchReason } from '@plat/contracts';

/** A buyer cluster that a search found, and on what evidence. */
export interface OwnerMatch {
  region: string;
  buyerId: number;
  reason: MatchReason;
  /** 0 to 1: how likely the cluster belongs to the owner asked for. */
  confidence: number;
}

/** Each cluster once, with its strongest evidence: that which comes first in the list, by reason and then confidence. */
export function strongestMatches(matches: readonly OwnerMatch[]): OwnerMatch[] {
  const best = new Map<number, OwnerMatch>();
  for (const match of matches) {
    const known = best.get(match.buyerId);
    const isStronger = known !== undefined && known.reason === match.reason && match.confidence > known.confidence;
    if (known === undefined || isStronger) best.set(match.buyerId, match);
  }
  return [...best.values()];
}
