import type { BuyerType } from '@plat/contracts';
import type { NearbyDeal, Subject } from '../../deals/index.ts';

/** US dollars that an investor of each type would be expected to pay for the subject; null when it cannot be told. */
export type InvestorPrices = Readonly<Record<BuyerType, number | null>>;

/** Fewer deals with a price and a value say nothing about a local level. */
const MIN_VALUED_DEALS = 3;

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1
    ? (values[middle] as number)
    : ((values[middle - 1] as number) + (values[middle] as number)) / 2;
}

/**
 * The centre of the price band of C.7: the subject's estimated value times the local investor ratio, which is the
 * median of price paid to estimated value over the deals nearby by investors of the type.
 */
export function expectInvestorPrices(
  { estimatedValue }: Pick<Subject, 'estimatedValue'>,
  deals: readonly NearbyDeal[],
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
