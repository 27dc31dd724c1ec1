import type { ArvFloor, ArvMethod } from '@plat/contracts';
import type { CompSubject, LastSale, PricedSale, PriceTrend } from '@plat/dataset';
import { addDays, median, quantile, round } from '@plat/kit';
import type { PropertyValue } from '@plat/value-model';
import { priceToday } from './adjust-price.ts';
import type { CompScope } from './find-comps.ts';
import type { CompFinder, RetailCompsPorts } from './ports.ts';

/** Where renovated comps are searched, nearest and newest first (docs/rules/values.md). */
const ARV_REACHES = [
  { radiusMiles: 0.5, daysBack: 183 },
  { radiusMiles: 0.5, daysBack: 365 },
  { radiusMiles: 1, daysBack: 365 },
] as const;
const WIDEST = ARV_REACHES[2];
const ARV_SIZE_SHARE = 0.2;
const ARV_YEARS_APART = 15;
const ARV_MIN_COMPS = 3;
/** The value added by renovation compares over longer distances than prices do. */
const RATIO_REACH = { radiusMiles: 3, daysBack: 730, limit: 25 } as const;

/** An after repair value in unrounded US dollars. */
export interface ArvEstimate {
  value: number;
  valueLow: number;
  valueHigh: number;
  /** Number of sales that it is based on. */
  compCount: number;
  method: ArvMethod;
  /** Why the as-is value replaced the estimate; null otherwise. */
  floor: ArvFloor | null;
}

export interface ArvQuestion {
  subject: CompSubject;
  scope: CompScope;
  trend: PriceTrend | null;
  /** The subject's own latest resale by a flipper; null without one. */
  flipResale: LastSale | null;
  /** The as-is value, still pending: other data is read meanwhile. */
  avm: Promise<PropertyValue | null>;
}

/**
 * The after repair value of the subject in US dollars, from the first source that applies (docs/rules/values.md):
 * 1. the price of its own resale by a flipper within a year;
 * 2. the median adjusted price per square foot of similar renovated homes nearby, times its living area. Renovated
 *    homes are flip resales, or the top third of sales if fewer than three are near. The range is their middle half;
 * 3. the as-is value times the local ratio of flip resales to values at purchase.
 *
 * Renovation never lowers the value: if 2 or 3 give less than the as-is value, the result is that value with its range.
 * Null without any source.
 */
export async function afterRepairValue(
  question: ArvQuestion,
  ports: Pick<RetailCompsPorts, 'comps' | 'values'>,
  signal: AbortSignal,
): Promise<ArvEstimate | null> {
  const { flipResale, scope } = question;
  if (flipResale !== null && flipResale.date >= addDays(scope.asOf, -WIDEST.daysBack)) return asResold(flipResale);
  const found =
    (await fromRenovatedSales(question, ports.comps, signal)) ?? (await fromValueRatio(question, ports, signal));
  return notBelow(await question.avm, found);
}

const asResold = ({ price }: LastSale): ArvEstimate => ({
  value: price,
  valueLow: price,
  valueHigh: price,
  compCount: 1,
  method: 'resale',
  floor: null,
});

function notBelow(asIs: PropertyValue | null, found: ArvEstimate | null): ArvEstimate | null {
  if (asIs === null || (found !== null && found.value >= asIs.value)) return found;
  return {
    value: asIs.value,
    valueLow: asIs.valueLow,
    valueHigh: asIs.valueHigh,
    compCount: 0,
    method: 'as_is_floor',
    floor: {
      reason: found === null ? 'no_renovated_homes' : 'renovated_homes_sold_for_less',
      renovated_value: found === null ? null : round(found.value),
      renovated_comp_count: found?.compCount ?? 0,
    },
  };
}

async function fromRenovatedSales(
  { subject, scope, trend }: ArvQuestion,
  comps: CompFinder,
  signal: AbortSignal,
): Promise<ArvEstimate | null> {
  const { livingSquareFeet, yearBuilt } = subject;
  const { asOf } = scope;
  if (!livingSquareFeet) return null;
  const query = {
    radiusMiles: WIDEST.radiusMiles,
    fromDate: addDays(asOf, -WIDEST.daysBack),
    ...scope,
    livingSquareFeet: { min: livingSquareFeet * (1 - ARV_SIZE_SHARE), max: livingSquareFeet * (1 + ARV_SIZE_SHARE) },
    ...(yearBuilt === null
      ? {}
      : { yearBuilt: { min: yearBuilt - ARV_YEARS_APART, max: yearBuilt + ARV_YEARS_APART } }),
  };
  const sales = await comps.priced(subject, query, signal);
  const perSquareFoot = (chosen: readonly PricedSale[]) =>
    chosen.map((sale) => priceToday(sale, trend, asOf) / (sale.living_square_feet as number));
  for (const [method, renovated] of RENOVATED) {
    for (const reach of ARV_REACHES) {
      const from = addDays(asOf, -reach.daysBack);
      const within = sales.filter((sale) => sale.distance_miles <= reach.radiusMiles && sale.sale_date >= from);
      const prices = renovated(within, perSquareFoot);
      if (prices.length < ARV_MIN_COMPS) continue;
      const at = (share: number) => quantile(prices, share) * livingSquareFeet;
      return { value: at(0.5), valueLow: at(0.25), valueHigh: at(0.75), compCount: prices.length, method, floor: null };
    }
  }
  return null;
}

type PerSquareFoot = (sales: readonly PricedSale[]) => number[];

const RENOVATED: readonly [ArvMethod, (sales: readonly PricedSale[], perSquareFoot: PerSquareFoot) => number[]][] = [
  ['flip_resales', (sales, perSquareFoot) => perSquareFoot(sales.filter((sale) => sale.is_flip_resale))],
  [
    'top_tercile',
    (sales, perSquareFoot) => {
      const prices = perSquareFoot(sales);
      const floor = quantile(prices, 2 / 3);
      return prices.filter((price) => price >= floor);
    },
  ],
];

async function fromValueRatio(
  { subject, scope: { asOf, regions }, ...question }: ArvQuestion,
  { comps, values }: Pick<RetailCompsPorts, 'comps' | 'values'>,
  signal: AbortSignal,
): Promise<ArvEstimate | null> {
  const avm = await question.avm;
  if (avm === null) return null;
  const { radiusMiles, daysBack, limit } = RATIO_REACH;
  const flips = await comps.flips(
    subject,
    { regions, radiusMiles, fromDate: addDays(asOf, -daysBack), asOf, limit },
    signal,
  );
  const ratios: number[] = [];
  for (const { property, purchaseDate, salePrice } of flips) {
    const atPurchase = await values.valueOf(property, purchaseDate, signal);
    if (atPurchase !== null) ratios.push(salePrice / atPurchase.value);
  }
  if (ratios.length < ARV_MIN_COMPS) return null;
  const ratio = median(ratios);
  return {
    value: avm.value * ratio,
    valueLow: avm.valueLow * ratio,
    valueHigh: avm.valueHigh * ratio,
    compCount: ratios.length,
    method: 'value_ratio',
    floor: null,
  };
}
