import type { BuyerType } from '@plat/contracts';
import type { InvestorDeal } from '@plat/dataset';
import type { Subject } from '../../deals/index.ts';

/** Expected purchase price of the subject in US dollars for each buyer type; null when unknown. */
export type InvestorPrices = Readonly<Record<BuyerType, number | null>>;

/** Minimum deals with price and value for a local ratio. */
const MIN_VALUED_DEALS = 3;

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1
    ? (values[middle] as number)
    : ((values[middle - 1] as number) + (values[middle] as number)) / 2;
}

/**
 * The centre of the price band (docs/rules/smart-match.md): the subject's estimated value times the local investor
 * ratio, the median of purchase price to estimated value over nearby deals of the buyer type.
 */
export function expectInvestorPrices(
  { estimatedValue }: Pick<Subject, 'estimatedValue'>,
  deals: readonly InvestorDeal[],
): InvestorPrices {
  const expected = (buyerType: BuyerType): number | null => {
    if (!estimatedValue) return null;
    const ratios: number[] = [];
    for (const deal of deals) {
      if (deal.buyerType !== buyerType || !deal.purchasePrice || !deal.estimatedValue) continue;
      ratios.push(deal.purchasePrice / deal.estimatedValue);
    }
    return ratios.length < MIN_VALUED_DEALS ? null : median(ratios) * estimatedValue;
  };
  return { flipper: expected('flipper'), landlord: expected('landlord') };
}
