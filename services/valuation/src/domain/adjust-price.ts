import type { PriceTrend, WindowEnd } from '@plat/dataset';
import { daysBetween, round } from '@plat/kit';

const DAYS_PER_YEAR = 365.25;

/** A sale to adjust to another day and size. */
export interface PricedHome {
  /** US dollars. */
  price: number;
  /** `YYYY-MM-DD`. */
  sale_date: string;
  /** Living area in square feet. */
  living_square_feet: number | null;
}

/** The price adjusted for the market trend: `price * exp(change * years)`. Unchanged without a known trend. */
export function priceToday({ price, sale_date }: PricedHome, trend: PriceTrend | null, asOf: WindowEnd): number {
  return price * Math.exp(((trend?.annualLogChange ?? 0) * daysBetween(sale_date, asOf)) / DAYS_PER_YEAR);
}

/** Adjustments in whole US dollars; null where unknown. */
export interface Adjustments {
  time: number | null;
  livingArea: number | null;
  /** The price with both adjustments. */
  adjustedPrice: number;
}

/** Adjusts a comp's price to today, then to the subject's living area: `price * (subject / comp) ^ elasticity`. */
export function adjustPrice(
  comp: PricedHome,
  subjectSquareFeet: number | null,
  trend: PriceTrend | null,
  asOf: WindowEnd,
): Adjustments {
  const today = priceToday(comp, trend, asOf);
  const time = trend === null ? null : round(today - comp.price);
  const livingArea =
    trend === null || !subjectSquareFeet || !comp.living_square_feet
      ? null
      : round(today * ((subjectSquareFeet / comp.living_square_feet) ** trend.sizeElasticity - 1));
  return { time, livingArea, adjustedPrice: comp.price + (time ?? 0) + (livingArea ?? 0) };
}
