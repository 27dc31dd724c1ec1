import type { BuyerType } from '@plat/contracts';
import type { NearbyDeal, Subject } from './deal.ts';

/** US dollars that an investor of each type would be expected to pay for the subject; null when it cannot be told. */
export type InvestorPrices = Readonly<Record<BuyerType, number | null>>;

/** Fewer priced deals than this say nothing about a local level. */
const MIN_PRICED_DEALS = 5;

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  const middle = values.length >> 1;
  return values.length % 2 === 1
    ? (values[middle] as number)
    : ((values[middle - 1] as number) + (values[middle] as number)) / 2;
}

/**
 * The centre of the price band of C.7, "subject value times local investor ratio": the median price per living square
 * foot that investors of the type paid for the same property type nearby, times the subject's living area. The ratio
 * needs a value of every deal's property at its purchase; price per square foot says the same without one.
 */
export function expectInvestorPrices(subject: Subject, deals: readonly NearbyDeal[]): InvestorPrices {
  const { livingSquareFeet, propertyType } = subject;
  const expected = (buyerType: BuyerType): number | null => {
    if (!livingSquareFeet) return null;
    const levels: number[] = [];
    for (const deal of deals) {
      if (deal.buyerType !== buyerType || (propertyType !== null && deal.propertyType !== propertyType)) continue;
      if (deal.purchasePrice && deal.livingSquareFeet) levels.push(deal.purchasePrice / deal.livingSquareFeet);
    }
    return levels.length < MIN_PRICED_DEALS ? null : median(levels) * livingSquareFeet;
  };
  return { flipper: expected('flipper'), landlord: expected('landlord') };
}
