import type { MatchParts } from './match-parts.ts';

/** The initial weights and threshold of docs/rules/smart-match.md; a fit starts here and is compared with them. */
export const STARTING_WEIGHTS: MatchParts = {
  distance: 0.25,
  recency: 0.2,
  similarity: 0.25,
  activity: 0.2,
  reliability: 0.1,
};
export const STARTING_THRESHOLD = 0.6;

/** Increased whenever the weights or the definition of a part change; the starting weights were 1. */
export const MATCH_VERSION = 2;

/**
 * Weights of the smart match, fitted on recorded purchases: the output of `plat evaluate matching --fit` on a home with
 * Philadelphia, Cambridge and the generated market, all as of 2026-11-21, from the earlier half of each region. They
 * sum to 1. Recency is 0 because activity already counts it.
 */
export const MATCH_WEIGHTS: MatchParts = {
  distance: 0.274,
  recency: 0,
  similarity: 0.025,
  activity: 0.577,
  reliability: 0.124,
};

/**
 * Minimum score of a smart match, from the same command. As many results reach it as reached 0.60 with the starting
 * weights, so that smart matches stay as rare as intended.
 */
export const MATCH_THRESHOLD = 0.41;
