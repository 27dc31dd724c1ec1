import { type AnalyticsSearchItem, PROPERTY_TYPE_LABELS } from '@plat/contracts';
import type { Point } from '@plat/dataset';
import { milesBetween } from '@plat/dataset';
import { round } from '@plat/kit';
import type { AreaDeal } from './area-deal.ts';
import type { PointObfuscation } from './point-obfuscation.ts';
import { streetAddress } from './street-address.ts';

/** A deal with its published point. Everything shown about its place comes from that point. */
export interface HiddenDeal {
  deal: AreaDeal;
  published: Point;
  /** Unrounded great-circle miles from the requested point to the published one. */
  distanceMiles: number;
}

export function hideDeal(deal: AreaDeal, center: Point, obfuscate: PointObfuscation): HiddenDeal {
  const published = obfuscate({ latitude: deal.latitude, longitude: deal.longitude });
  return { deal, published, distanceMiles: milesBetween(center, published) };
}

/** One result: all keys of its buyer type and none of the other's; unknown values are null. */
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
  const miles = round(distanceMiles, 2);
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
