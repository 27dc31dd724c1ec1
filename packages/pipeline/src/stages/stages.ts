import { dateCounties } from '../import/date-counties.ts';
import { describeCounties } from '../import/describe-counties.ts';
import { measureValues } from '../import/measure-values.ts';
import { clusterBuyers } from './cluster-buyers.ts';
import { deriveComps } from './derive-comps.ts';
import { deriveDeals } from './derive-deals.ts';
import { estimateRents } from './estimate-rents.ts';
import { estimateValues } from './estimate-values.ts';
import { indexAll, indexState } from './index-stage.ts';
import { normaliseStage } from './normalise-stage.ts';
import type { Stage } from './stage.ts';
import { validateSales } from './validate-sales.ts';

/** Stages from a state's facts to the published rows, in order. */
export const STATE_STAGES: readonly Stage[] = [
  normaliseStage,
  dateCounties,
  clusterBuyers,
  validateSales,
  deriveDeals,
  deriveComps,
  estimateValues,
  measureValues,
  estimateRents,
  describeCounties,
  indexState,
];

/** Stages for contacts and suppressions, which belong to no state. */
export const ALL_STAGES: readonly Stage[] = [normaliseStage, indexAll];
