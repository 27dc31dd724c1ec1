import { type AnalyticsSearchItem, PROPERTY_TYPE_LABELS } from '@plat/contracts';
import { milesBetween } from '@plat/dataset';
import type { AreaDeal, Point } from './area-deal.ts';
import type { PointObfuscation } from './point-obfuscation.ts';
import { roundToHundredths } from './round.ts';
import { streetAddress } from './street-address.ts';

/** A deal with the point that is published for it. Everything that is told of its place comes from that point. */
export interface HiddenDeal {
  deal: AreaDeal;
  published: Point;
  /** Unrounded great-circle miles from the point asked about to the published one. */
  distanceMiles: number;
}

export function hideDeal(deal: AreaDeal, center: Point, obfuscate: PointObfuscation): HiddenDeal {
  const published = obfuscate(deal.location);
  return { deal, published, distanceMiles: milesBetween(center, published) };
}

/** One result: all keys of its buyer type and none of the other's, unknown values null (decision 30). */
export function hiddenDealItem({ deal, published, distanceMiles }: HiddenDeal): AnalyticsSearchItem {
  const property = {
    address: streetAddress(deal),
    bedrooms: deal.bedrooms,
    bathrooms: deal.bathrooms,
    livingsquarefeet: deal.livingSquareFeet,
    lotsquarefeet: deal.lotSquareFeet,
    propertytype: PROPERTY_TYPE_LABELS[deal.propertyType],
    latitude: published.latitude,
    longitude: published.longitude,
  };
  const miles = roundToHundredths(distanceMiles);
  return deal.buyerType === 'flipper'
    ? {
        buyer_type: 'flipper',
        ...property,
        flip_sale_transaction_date: deal.saleDate,
        flip_sale_transaction_price: deal.salePrice,
        flip_purchase_transaction_date: deal.purchaseDate,
        flip_purchase_transaction_price: deal.purchasePrice,
        flip_purchase_method: deal.purchaseMethod,
        miles_from_subject: miles,
      }
    : {
        buyer_type: 'landlord',
        ...property,
        rental_purchase_transaction_date: deal.purchaseDate,
        rental_purchase_transaction_price: deal.purchasePrice,
        rental_purchase_method: deal.purchaseMethod,
        miles_from_subject: miles,
      };
}
