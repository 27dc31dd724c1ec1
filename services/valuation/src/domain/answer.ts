import {
  type AfterRepairValue,
  type AutomatedValuation,
  PROPERTY_TYPE_LABELS,
  type PropertyType,
  type RetailComp,
  type RetailCompExplanation,
  type RetailCompsExplanation,
  type RetailCompsSubject,
} from '@plat/contracts';
import {
  type CompSubject,
  type LastSale,
  type PriceTrend,
  SIMILARITY_WEIGHTS,
  type SimilarSale,
  type WindowEnd,
} from '@plat/dataset';
import { daysBetween, round } from '@plat/kit';
import type { PropertyValue } from '@plat/value-model';
import { adjustPrice } from './adjust-price.ts';
import type { ArvEstimate } from './after-repair-value.ts';
import type { Reach } from './find-comps.ts';
import type { Property } from './ports.ts';

/** Data that explains comps. */
export interface Basis {
  subject: CompSubject;
  trend: PriceTrend | null;
  asOf: WindowEnd;
}

type Described = Pick<
  Property,
  | 'address'
  | 'city'
  | 'state'
  | 'zip'
  | 'bedrooms'
  | 'bathrooms'
  | 'year_built'
  | 'living_square_feet'
  | 'lot_square_feet'
  | 'property_type'
  | 'latitude'
  | 'longitude'
>;

const labelOf = (propertyType: string): string => PROPERTY_TYPE_LABELS[propertyType as PropertyType];

const placeOf = ({ address, city, state, zip }: Described) => ({ address, city, state, zip });
const buildingOf = (home: Described) => ({
  bedrooms: home.bedrooms,
  bathrooms: home.bathrooms,
  year_built: home.year_built,
  living_square_feet: home.living_square_feet,
  lot_square_feet: home.lot_square_feet,
  property_type: labelOf(home.property_type),
});

/** The subject with all documented keys; unknown values are null. */
export const subjectItem = (property: Property, lastSale: LastSale | null): RetailCompsSubject => ({
  ...placeOf(property),
  ...buildingOf(property),
  last_sale_date: lastSale?.date ?? null,
  last_sale_price: lastSale?.price ?? null,
  latitude: property.latitude,
  longitude: property.longitude,
  owner_names: [property.owner_name_1, property.owner_name_2].filter((name) => name !== null),
});

/** A comp with all documented keys, explained if there is a basis. */
export const compItem = (comp: SimilarSale, basis: Basis | null): RetailComp => ({
  ...placeOf(comp),
  distance: round(comp.distance_miles, 2),
  last_sale_amount: comp.price,
  last_sale_date: comp.sale_date,
  ...buildingOf(comp),
  latitude: comp.latitude,
  longitude: comp.longitude,
  ...(basis === null ? {} : { explanation: compExplanation(comp, basis) }),
});

function compExplanation(comp: SimilarSale, { subject, trend, asOf }: Basis): RetailCompExplanation {
  const { time, livingArea, adjustedPrice } = adjustPrice(comp, subject.livingSquareFeet, trend, asOf);
  const parts = Object.keys(SIMILARITY_WEIGHTS).map((name) => {
    const part = comp.parts[name];
    return [name, part === undefined ? null : round(part, 4)];
  });
  return {
    similarity: round(comp.similarity, 4),
    similarity_parts: Object.fromEntries(parts) as RetailCompExplanation['similarity_parts'],
    is_flip_resale: comp.is_flip_resale,
    days_since_sale: daysBetween(comp.sale_date, asOf),
    price_per_square_foot: comp.living_square_feet ? round(comp.price / comp.living_square_feet, 2) : null,
    adjustments: { time, living_area: livingArea },
    adjusted_price: adjustedPrice,
  };
}

export const explanationOf = (
  { radiusMiles, daysBack }: Reach,
  { trend, asOf }: Pick<Basis, 'trend' | 'asOf'>,
  arv: ArvEstimate | null,
): RetailCompsExplanation => ({
  radius_miles: radiusMiles,
  days_back: daysBack,
  as_of_date: asOf,
  annual_price_change_percent: trend === null ? null : round(100 * Math.expm1(trend.annualLogChange), 2),
  size_elasticity: trend === null ? null : round(trend.sizeElasticity, 4),
  arv_floor: arv?.floor ?? null,
});

/** In whole US dollars. */
export const arvItem = ({ value, valueLow, valueHigh, compCount, method }: ArvEstimate): AfterRepairValue => ({
  value: round(value),
  value_low: round(valueLow),
  value_high: round(valueHigh),
  comp_count: compCount,
  method,
});

export const valuationItem = (value: PropertyValue): AutomatedValuation => ({
  value: round(value.value),
  value_low: round(value.valueLow),
  value_high: round(value.valueHigh),
  confidence_score: value.confidenceScore,
  fsd: round(value.fsd, 4),
  confidence_level: value.confidenceLevel,
  as_of_date: value.asOf,
  model_version: value.modelVersion,
});
