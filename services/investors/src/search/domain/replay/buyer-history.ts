import type { RecordedHolding } from '@plat/dataset';
import { daysBetween } from '../../../deals/index.ts';

/** A counted purchase of one buyer, anywhere; a flip includes its resale. Days are `YYYY-MM-DD`. */
export type HistoricPurchase = Omit<RecordedHolding, 'buyerId'>;

/** A rental purchase is settled after this many days (docs/rules/rentals.md). */
export const HOLD_DAYS = 365;

const isBoughtBy = (day: string) => (purchase: HistoricPurchase) => purchase.purchaseDate <= day;
const isResoldBy = (day: string) => (purchase: HistoricPurchase) =>
  purchase.saleDate !== null && purchase.saleDate <= day;

/** Share of flips among the deals of a buyer that were settled by a day (docs/rules/rentals.md); null without any. */
export function flipShareOn(day: string, purchases: readonly HistoricPurchase[]): number | null {
  const flips = purchases.filter(isResoldBy(day)).length;
  const held = purchases.filter(
    (purchase) => !isResoldBy(day)(purchase) && daysBetween(purchase.purchaseDate, day) >= HOLD_DAYS,
  ).length;
  return flips + held === 0 ? null : flips / (flips + held);
}

/**
 * Reliability of a buyer (docs/rules/buyers.md) as known on a day, 0 to 1: the mean of repeat buyer or not, the share
 * of cash among known methods, and the share of resales without a loss. The dataset's own column includes later deals.
 */
export function reliabilityOn(day: string, purchases: readonly HistoricPurchase[]): number {
  const known = purchases.filter(isBoughtBy(day));
  const paid = known.filter(({ purchaseMethod }) => purchaseMethod !== null);
  const resold = known.filter(isResoldBy(day));
  const withoutLoss = resold.filter(({ salePrice, purchasePrice }) => (salePrice ?? 0) >= (purchasePrice ?? Infinity));
  const answers = [known.length > 1 ? 1 : 0];
  if (paid.length > 0)
    answers.push(paid.filter(({ purchaseMethod }) => purchaseMethod === 'cash').length / paid.length);
  if (resold.length > 0) answers.push(withoutLoss.length / resold.length);
  return answers.reduce((sum, answer) => sum + answer, 0) / answers.length;
}

/** True if the buyer had bought anything before a day. */
export const hadBoughtBefore = (day: string, purchases: readonly HistoricPurchase[]): boolean =>
  purchases.some(({ purchaseDate }) => purchaseDate < day);
