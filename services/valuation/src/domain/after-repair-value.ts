import type { AfterRepairValue, ArvMethod } from '@plat/contracts';
import type { CompSubject, LastSale, PricedSale, PriceTrend } from '@plat/dataset';
import type { PropertyValue } from '@plat/value-model';
import { priceToday } from './adjust-price.ts';
import { daysBefore } from './days.ts';
import type { CompScope } from './find-comps.ts';
import type { CompFinder, RetailCompsPorts } from './ports.ts';
import { median, quantile, round } from './statistics.ts';

/** Where renovated comps are looked for, nearest and newest first (C.8). */
export const ARV_REACHES = [
  { radiusMiles: 0.5, daysBack: 183 },
  { radiusMiles: 0.5, daysBack: 365 },
  { radiusMiles: 1, daysBack: 365 },
] as const;
const WIDEST = ARV_REACHES[2];
export const ARV_SIZE_SHARE = 0.2;
export const ARV_YEARS_APART = 15;
export const ARV_MIN_COMPS = 3;
/** Flips tell what renovation adds from farther away than prices themselves compare. */
export const RATIO_REACH = { radiusMiles: 3, daysBack: 730, limit: 25 } as const;

export interface ArvQuestion {
  subject: CompSubject;
  scope: CompScope;
  trend: PriceTrend | null;
  /** The latest resale of the subject itself by a flipper; null when there is none. */
  flipResale: LastSale | null;
  /** The value as it stands, still being worked out: what else is needed is read meanwhile. */
  avm: Promise<PropertyValue | null>;
}

/**
 * What the subject would bring renovated, in whole US dollars. In this order:
 * 1. the price of its own resale, when a flipper resold it within a year;
 * 2. the median price per square foot of renovated homes of its size and age nearby, brought to today, times its living
 *    area. Renovated are resales of flips; where fewer than three are near, the dearest third. The range is their middle
 *    half;
 * 3. the value as it stands times the local ratio of flip resales to values at purchase.
 *
 * Renovation takes no value away: when 2 or 3 say less than the value as it stands, or nothing, the answer is that value
 * with its range. Null when nothing tells.
 */
export async function afterRepairValue(
  question: ArvQuestion,
  ports: Pick<RetailCompsPorts, 'comps' | 'values'>,
  signal: AbortSignal,
): Promise<AfterRepairValue | null> {
  const { flipResale, scope } = question;
  if (flipResale !== null && flipResale.date >= daysBefore(scope.asOf, WIDEST.daysBack)) return asResold(flipResale);
  const found =
    (await fromRenovatedSales(question, ports.comps, signal)) ?? (await fromValueRatio(question, ports, signal));
  return notBelow(await question.avm, found);
}

const asResold = ({ price }: LastSale): AfterRepairValue => ({
  ...{ value: price, value_low: price, value_high: price },
  ...{ comp_count: 1, method: 'resale' },
});

function notBelow(asIs: PropertyValue | null, found: AfterRepairValue | null): AfterRepairValue | null {
  if (asIs === null) return found;
  const value = round(asIs.value);
  if (found !== null && found.value >= value) return found;
  return {
    ...{ value, value_low: round(asIs.valueLow), value_high: round(asIs.valueHigh) },
    ...{ comp_count: 0, method: 'as_is_floor' },
  };
}

async function fromRenovatedSales(
  { subject, scope, trend }: ArvQuestion,
  comps: CompFinder,
  signal: AbortSignal,
): Promise<AfterRepairValue | null> {
  const { livingSquareFeet, yearBuilt } = subject;
  const { asOf } = scope;
  if (!livingSquareFeet) return null;
  const query = {
    radiusMiles: WIDEST.radiusMiles,
    fromDate: daysBefore(asOf, WIDEST.daysBack),
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
      const from = daysBefore(asOf, reach.daysBack);
      const within = sales.filter((sale) => sale.distance_miles <= reach.radiusMiles && sale.sale_date >= from);
      const prices = renovated(within, perSquareFoot);
      if (prices.length < ARV_MIN_COMPS) continue;
      const at = (share: number) => round(quantile(prices, share) * livingSquareFeet);
      return { value: at(0.5), value_low: at(0.25), value_high: at(0.75), comp_count: prices.length, method };
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
): Promise<AfterRepairValue | null> {
  const avm = await question.avm;
  if (avm === null) return null;
  const { radiusMiles, daysBack, limit } = RATIO_REACH;
  const flips = await comps.flips(
    subject,
    { regions, radiusMiles, fromDate: daysBefore(asOf, daysBack), asOf, limit },
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
    value: round(avm.value * ratio),
    value_low: round(avm.valueLow * ratio),
    value_high: round(avm.valueHigh * ratio),
    comp_count: ratios.length,
    method: 'value_ratio',
  };
}
