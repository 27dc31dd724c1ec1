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

/** From a state's facts to the rows that are published, in order. */
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

/** The same for contacts and suppressions, which belong to no state. */
export const ALL_STAGES: readonly Stage[] = [normaliseStage, indexAll];
