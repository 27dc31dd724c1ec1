import { type BuyerSearchItem, PROPERTY_TYPE_LABELS } from '@plat/contracts';
import type { InvestorDeal } from '@plat/dataset';
import type { AllowedContact } from '../../contacts/index.ts';
import { roundToHundredths } from '../../deals/index.ts';

export interface RankedBuyer {
  deal: InvestorDeal;
  contact: AllowedContact;
  /** 1 is the best. */
  rank: number;
  smartMatch: boolean;
}

/** One result with all 25 documented keys; those of the other buyer type are null. */
export function buyerItem({ deal, contact, rank, smartMatch }: RankedBuyer): BuyerSearchItem {
  const phone = contact.wireless[0] ?? null;
  const common = {
    buyer_first_name: contact.firstName,
    buyer_last_name: contact.lastName,
    buyer_entity_name: deal.buyer.name,
    buyer_phone_number: phone === null ? null : Number(phone),
    buyer_email: contact.email[0] ?? null,
    address: deal.address,
    bedrooms: deal.bedrooms,
    bathrooms: deal.bathrooms,
    livingsquarefeet: deal.livingSquareFeet,
    lotsquarefeet: deal.lotSquareFeet,
    propertytype: PROPERTY_TYPE_LABELS[deal.propertyType],
    latitude: deal.latitude,
    longitude: deal.longitude,
    miles_from_subject: roundToHundredths(deal.distanceMiles),
    smart_match: smartMatch,
    smart_match_rank: rank,
  };
  return deal.buyerType === 'flipper'
    ? {
        ...common,
        buyer_type: 'flipper',
        flip_sale_transaction_date: deal.saleDate,
        flip_sale_transaction_price: deal.salePrice,
        flip_purchase_transaction_date: deal.purchaseDate,
        flip_purchase_transaction_price: deal.purchasePrice,
        flip_purchase_method: deal.purchaseMethod,
        rental_purchase_transaction_date: null,
        rental_purchase_transaction_price: null,
        rental_purchase_method: null,
      }
    : {
        ...common,
        buyer_type: 'landlord',
        flip_sale_transaction_date: null,
        flip_sale_transaction_price: null,
        flip_purchase_transaction_date: null,
        flip_purchase_transaction_price: null,
        flip_purchase_method: null,
        rental_purchase_transaction_date: deal.purchaseDate,
        rental_purchase_transaction_price: deal.purchasePrice,
        rental_purchase_method: deal.purchaseMethod,
      };
}
