import type { MatchParts } from './match-parts.ts';

/** The starting weights and threshold of docs/rules/smart-match.md; a fit starts here and is compared with them. */
export const STARTING_WEIGHTS: MatchParts = {
  distance: 0.25,
  recency: 0.2,
  similarity: 0.25,
  activity: 0.2,
  reliability: 0.1,
};
export const STARTING_THRESHOLD = 0.6;

/** Increased whenever the weights or the definition of a part change. */
export const MATCH_VERSION = 3;

/**
 * Weights of the smart match, which sum to 1. No fitted weights are proven to rank better than the starting ones
 * (docs/adr/0015-fitted-smart-match.md).
 */
export const MATCH_WEIGHTS: MatchParts = { ...STARTING_WEIGHTS };

/** Minimum score of a smart match. */
export const MATCH_THRESHOLD = 0.6;
