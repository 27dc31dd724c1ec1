import { type PortfolioStatistics, PROPERTY_TYPE_LABELS, type PropertyType } from '@plat/contracts';
import type { PortfolioDeal } from '@plat/dataset';
import { DAY_MS } from '@plat/kit';
import { roundToTenths } from '../../deals/index.ts';

/**
 * Statistics over all deals of an owner (docs/rules/linked-deals.md): counts; the most common property type, ties by
 * the latest deal; the current value of the distinct rental parcels still held; means over known values of duration
 * (days, one decimal), price to resale (percent, one decimal), purchase price and gross profit (whole dollars). Without
 * deals every number is 0 and the type is empty.
 * @param owners the clusters that were found; a parcel held by one of them is still held
 */
export function portfolioStatistics(deals: readonly PortfolioDeal[], owners: ReadonlySet<number>): PortfolioStatistics {
  const flips = deals.filter(({ dealType }) => dealType === 'flip');
  const priced = flips.flatMap(({ purchasePrice, salePrice }) =>
    purchasePrice === null || !salePrice ? [] : [{ purchasePrice, salePrice }],
  );
  return {
    rental_count: deals.length - flips.length,
    flip_count: flips.length,
    total_deals: deals.length,
    main_property_type: mainPropertyType(deals),
    estimated_portfolio_value: portfolioValue(deals, owners),
    average_flip_duration: roundToTenths(mean(flips.flatMap(daysHeld))),
    average_purchase_arv_percent: roundToTenths(
      mean(priced.map(({ purchasePrice, salePrice }) => (100 * purchasePrice) / salePrice)),
    ),
    average_purchase_price: Math.round(mean(deals.flatMap(({ purchasePrice }) => purchasePrice ?? []))),
    average_flip_gross_profit: Math.round(
      mean(priced.map(({ purchasePrice, salePrice }) => salePrice - purchasePrice)),
    ),
  };
}

/** True if the owner still holds the parcel: no later deed names another buyer, or leaves the buyer out. */
const isStillHeld = (
  { dealId, latestSaleId, holderId }: Pick<PortfolioDeal, 'dealId' | 'latestSaleId' | 'holderId'>,
  owners: ReadonlySet<number>,
): boolean => latestSaleId === null || latestSaleId === dealId || (holderId !== null && owners.has(holderId));

function portfolioValue(deals: readonly PortfolioDeal[], owners: ReadonlySet<number>): number {
  const valueOfParcel = new Map<number, number>();
  for (const deal of deals) {
    if (deal.dealType === 'rental' && deal.currentValue !== null && isStillHeld(deal, owners)) {
      valueOfParcel.set(deal.propertyId, deal.currentValue);
    }
  }
  return [...valueOfParcel.values()].reduce((sum, value) => sum + value, 0);
}

function mainPropertyType(deals: readonly PortfolioDeal[]): string {
  const types = new Map<PropertyType, { count: number; latest: string }>();
  for (const { propertyType, eventDate } of deals) {
    const known = types.get(propertyType) ?? { count: 0, latest: eventDate };
    types.set(propertyType, { count: known.count + 1, latest: laterDay(known.latest, eventDate) });
  }
  const [main] = [...types].sort(
    ([a, x], [b, y]) => y.count - x.count || y.latest.localeCompare(x.latest) || a.localeCompare(b),
  );
  return main === undefined ? '' : PROPERTY_TYPE_LABELS[main[0]];
}

const laterDay = (a: string, b: string): string => [a, b].sort()[1] ?? a;

const daysHeld = ({ purchaseDate, saleDate }: PortfolioDeal): number[] =>
  saleDate === null ? [] : [(Date.parse(saleDate) - Date.parse(purchaseDate)) / DAY_MS];

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
