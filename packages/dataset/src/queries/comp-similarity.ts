/** The property to find comps for; null means unknown. */
export interface CompSubject {
  propertyId: number;
  /** Decimal degrees. */
  latitude: number;
  longitude: number;
  propertyType: string;
  /** Of house and street, without the unit. */
  buildingKey: string | null;
  bedrooms: number | null;
  bathrooms: number | null;
  livingSquareFeet: number | null;
  lotSquareFeet: number | null;
  yearBuilt: number | null;
}

/** Weight of each part of the similarity. Parts without a fact of the subject drop out of the mean. */
export const SIMILARITY_WEIGHTS = {
  distance: 0.3,
  recency: 0.15,
  living_area: 0.25,
  bedrooms: 0.08,
  bathrooms: 0.07,
  year_built: 0.1,
  lot_size: 0.05,
} as const;
export type SimilarityPart = keyof typeof SIMILARITY_WEIGHTS;

/** At this distance or age a comp gets half of the part. */
export const DISTANCE_HALF_MILES = 1;
export const RECENCY_HALF_DAYS = 365;
/** Differences at which the similarity is zero. */
export const LIVING_AREA_FACTOR = 2;
export const LOT_SIZE_FACTOR = 4;
export const ROOMS_APART = 3;
export const YEARS_APART = 30;

type Binder = (value: number | string, type: string) => string;

/**
 * Similarity of a sale to the subject, 0 to 1, over the columns of `comp_sale` and `distance_miles`: the weighted
 * mean of proximity, recency and similarity in each known fact of the subject. A fact that the comp lacks counts as
 * 0, because nothing shows similarity.
 */
export function similaritySql(subject: CompSubject, asOf: string, bind: Binder) {
  const amount = (column: string, value: number | null, factor: number): string | null =>
    value === null || value <= 0
      ? null
      : `1 - abs(ln(nullif(${column}, 0) / ${bind(value, 'float8')})) / ${Math.log(factor)}`;
  const count = (column: string, value: number | null, apart: number): string | null =>
    value === null ? null : `1 - abs(${column} - ${bind(value, 'float8')}) / ${apart}`;
  const possible: Record<SimilarityPart, string | null> = {
    distance: `0.5::float8 ^ (distance_miles / ${DISTANCE_HALF_MILES})`,
    recency: `0.5::float8 ^ ((${bind(asOf, 'date')} - sale_date) / ${RECENCY_HALF_DAYS}::float8)`,
    living_area: amount('living_square_feet', subject.livingSquareFeet, LIVING_AREA_FACTOR),
    bedrooms: count('bedrooms', subject.bedrooms, ROOMS_APART),
    bathrooms: count('bathrooms', subject.bathrooms, ROOMS_APART),
    year_built: count('year_built', subject.yearBuilt, YEARS_APART),
    lot_size: amount('lot_square_feet', subject.lotSquareFeet, LOT_SIZE_FACTOR),
  };
  const parts: Partial<Record<SimilarityPart, string>> = {};
  let weights = 0;
  const terms: string[] = [];
  for (const [name, expression] of Object.entries(possible) as [SimilarityPart, string | null][]) {
    if (expression === null) continue;
    // greatest() skips a null, so an unknown fact of the comp gives 0.
    const part = `greatest(0, ${expression})`;
    parts[name] = part;
    weights += SIMILARITY_WEIGHTS[name];
    terms.push(`${SIMILARITY_WEIGHTS[name]} * ${part}`);
  }
  return { similarity: `(${terms.join(' + ')}) / ${weights}`, parts };
}
