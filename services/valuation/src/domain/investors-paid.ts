import type { InvestorsPaid } from '@plat/contracts';
import { median, quantile, round } from '@plat/kit';
import type { InvestorFlip } from './ports.ts';

/** How far back completed flips count. */
export const INVESTORS_PAID_DAYS_BACK = 730;

/**
 * Prices that investors paid for homes they resold, as a share of the resale price. The quantiles interpolate
 * (Hyndman and Fan 1996, type 7). Flips without both prices do not count; null when none is left.
 */
export function investorsPaid(flips: readonly InvestorFlip[]): InvestorsPaid | null {
  const priced = flips.filter(({ purchasePrice, salePrice }) => purchasePrice !== null && salePrice > 0);
  if (priced.length === 0) return null;
  const shares = priced.map(({ purchasePrice, salePrice }) => Number(purchasePrice) / salePrice);
  const perSquareFoot = priced.flatMap(({ purchasePrice, livingSquareFeet }) =>
    livingSquareFeet ? [Number(purchasePrice) / livingSquareFeet] : [],
  );
  return {
    count: priced.length,
    median_share_of_resale: round(median(shares), 4),
    p33: round(quantile(shares, 0.33), 4),
    p67: round(quantile(shares, 0.67), 4),
    median_price_per_square_foot: perSquareFoot.length === 0 ? null : round(median(perSquareFoot), 2),
  };
}
