import type { ValuedFacts } from '@plat/dataset';
import { COMPARABLE_FEATURES, characteristicsOf, comparableFeatures } from './comparable-features.ts';
import { yearOfDay } from './days.ts';
import type { HedonicEstimate } from './hedonic.ts';
import { metresOf, type Neighbours, type PoolIndex, type SalePool } from './sale-pool.ts';

/** Features of the property itself for the trees, in order; comparable sales follow. */
const OWN_FEATURES = [
  'x metres',
  'y metres',
  'x + y',
  'x - y',
  'log living square feet',
  'log lot square feet',
  'bedrooms',
  'bathrooms',
  'year built',
  'age in years',
  'effective age in years',
  'years by which it is renovated',
  'quality grade',
  'waterfront',
  'living area per lot area',
  'living area per bedroom',
  'dwelling units',
  'effect of type and use',
  'effect of the place',
  'day',
] as const;

export const VALUE_FEATURES: readonly string[] = [...OWN_FEATURES, ...COMPARABLE_FEATURES];

export interface FeatureContext {
  pool: SalePool;
  index: PoolIndex;
  room: Neighbours;
}

/**
 * Writes the features of a property on a day into `row` (as long as `VALUE_FEATURES`), from sales before
 * `beforeDay` only.
 */
export function valueFeatures(
  { pool, index, room }: FeatureContext,
  subject: { facts: ValuedFacts; day: number; beforeDay: number; estimate: HedonicEstimate },
  row: Float64Array,
): void {
  const { facts, day, estimate } = subject;
  const { xMetres, yMetres } = metresOf(facts.latitude, facts.longitude, pool.originLatitude);
  const { logLiving, logLot, yearBuilt, grade } = characteristicsOf(facts);
  const year = yearOfDay(day);
  const effectiveYear = facts.effective_year_built ?? Number.NaN;
  row[0] = xMetres;
  row[1] = yMetres;
  row[2] = xMetres + yMetres;
  row[3] = xMetres - yMetres;
  row[4] = logLiving;
  row[5] = logLot;
  row[6] = facts.bedrooms ?? Number.NaN;
  row[7] = facts.bathrooms ?? Number.NaN;
  row[8] = yearBuilt;
  row[9] = year - yearBuilt;
  row[10] = year - effectiveYear;
  row[11] = effectiveYear - yearBuilt;
  row[12] = grade;
  row[13] = facts.waterfront === null ? Number.NaN : Number(facts.waterfront);
  row[14] = Math.exp(logLiving - logLot);
  row[15] = facts.living_square_feet / (1 + (facts.bedrooms ?? Number.NaN));
  row[16] = facts.units_count ?? Number.NaN;
  row[17] = estimate.kindEffect;
  row[18] = estimate.placeEffect;
  row[19] = day;
  comparableFeatures(pool, index, subject, room, row, OWN_FEATURES.length);
}
