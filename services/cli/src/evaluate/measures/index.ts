import { type Measure, RECORD_MEASURES } from '@plat/evaluation';
import { ownerPairs } from './owner-pairs.ts';
import { smartMatch } from './smart-match.ts';

/** Every measure of `plat evaluate --all`. */
export const ALL_MEASURES: readonly Measure[] = [...RECORD_MEASURES, ownerPairs, smartMatch];
