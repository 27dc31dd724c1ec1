import type { PriceTrend, WindowEnd } from '@plat/dataset';
import { daysBetween } from './days.ts';
import { round } from './statistics.ts';

const DAYS_PER_YEAR = 365.25;

/** A sale whose price is brought to another day and size. */
export interface PricedHome {
  /** US dollars. */
  price: number;
  /** `YYYY-MM-DD`. */
  sale_date: string;
  /** Living area. */
  living_square_feet: number | null;
}

/** The price as prices have moved since: `price * exp(change * years)`. Unchanged where the trend is not known. */
export function priceToday({ price, sale_date }: PricedHome, trend: PriceTrend | null, asOf: WindowEnd): number {
  return price * Math.exp(((trend?.annualLogChange ?? 0) * daysBetween(sale_date, asOf)) / DAYS_PER_YEAR);
}

/** Adjustments in whole US dollars; null where it is not known what they should be. */
export interface Adjustments {
  time: number | null;
  livingArea: number | null;
  /** The price with both. */
  adjustedPrice: number;
}

/** A comp's price brought to today, then to the subject's living area: `price * (subject / comp) ^ elasticity`. */
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
