import { BUY_BOX_MIN_PURCHASES, type BuyBox, PROPERTY_TYPE_LABELS, type PropertyType } from '@plat/contracts';
import { quantile } from '@plat/kit';

/** Facts of a purchase for the buy box; null is unknown. */
export interface BoxedPurchase {
  propertyType: PropertyType;
  /** US dollars. */
  purchasePrice: number | null;
  zip: string | null;
  bedrooms: number | null;
  livingSquareFeet: number | null;
  yearBuilt: number | null;
}

const LOW = 0.1;
const HIGH = 0.9;

/**
 * The homes that a buyer usually buys: 10th to 90th percentile of each value over the purchases that have it on record,
 * null when fewer than three do. See docs/rules/buyers.md.
 */
export function buyBox(purchases: readonly BoxedPurchase[]): BuyBox {
  const bounds = (factOf: (purchase: BoxedPurchase) => number | null): readonly [number | null, number | null] => {
    const values = purchases.flatMap((purchase) => factOf(purchase) ?? []);
    return values.length < BUY_BOX_MIN_PURCHASES ? [null, null] : [quantile(values, LOW), quantile(values, HIGH)];
  };
  const [priceLow, priceHigh] = bounds(({ purchasePrice }) => purchasePrice);
  const [bedroomsLow, bedroomsHigh] = bounds(({ bedrooms }) => bedrooms);
  const [areaLow, areaHigh] = bounds(({ livingSquareFeet }) => livingSquareFeet);
  const [yearLow, yearHigh] = bounds(({ yearBuilt }) => yearBuilt);
  return {
    price_low: priceLow === null ? null : Math.round(priceLow),
    price_high: priceHigh === null ? null : Math.round(priceHigh),
    bedrooms: { low: bedroomsLow, high: bedroomsHigh },
    living_square_feet_low: areaLow,
    living_square_feet_high: areaHigh,
    year_built_low: yearLow,
    year_built_high: yearHigh,
    property_types: mostFrequent(purchases.map(({ propertyType }) => PROPERTY_TYPE_LABELS[propertyType])),
    zips: mostFrequent(purchases.flatMap(({ zip }) => zip ?? [])),
  };
}

/** Each value once, most frequent first, then in alphabetical order. */
export function mostFrequent(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}
