import { BUYER_TYPES, BuyerExplanation, type PropertyType } from '@plat/contracts';
import { Type } from '@sinclair/typebox';
import { StoredContact } from '../../contacts/index.ts';
import { versionedJson } from '../../versioned-json.ts';
import type { FoundBuyer } from './found-buyer.ts';

const optionalText = Type.Union([Type.String(), Type.Null()]);
const optionalNumber = Type.Union([Type.Number(), Type.Null()]);

const StoredDeal = Type.Object({
  dealId: Type.Integer(),
  buyerType: Type.Union(BUYER_TYPES.map((type) => Type.Literal(type))),
  distanceMiles: Type.Number(),
  eventDate: Type.String(),
  address: optionalText,
  propertyType: Type.Unsafe<PropertyType>(Type.String()),
  bedrooms: optionalNumber,
  bathrooms: optionalNumber,
  livingSquareFeet: optionalNumber,
  lotSquareFeet: optionalNumber,
  latitude: Type.Number(),
  longitude: Type.Number(),
  purchaseDate: Type.String(),
  estimatedValue: optionalNumber,
  purchasePrice: optionalNumber,
  purchaseMethod: optionalText,
  saleDate: optionalText,
  salePrice: optionalNumber,
  buyer: Type.Object({
    buyerId: Type.Integer(),
    name: optionalText,
    nameKey: optionalText,
    isEntity: Type.Boolean(),
    mailingKey: optionalText,
    mailingZip: optionalText,
    mailingState: optionalText,
    reliability: Type.Number(),
  }),
});

/** A found buyer as JSON. */
export const StoredFoundBuyer = Type.Object({
  deal: StoredDeal,
  contact: Type.Union([StoredContact, Type.Null()]),
  lookupFailed: Type.Boolean(),
  rank: Type.Integer(),
  smartMatch: Type.Boolean(),
  explanation: Type.Optional(
    Type.Object({
      propertyId: Type.Integer(),
      parcelId: Type.String(),
      mailing: BuyerExplanation.properties.mailing_address,
      match: BuyerExplanation.properties.match,
      evidence: BuyerExplanation.properties.evidence,
      deals_in_radius: BuyerExplanation.properties.deals_in_radius,
    }),
  ),
});

/** Buyers in `search_results.buyers` and `crm_deal_buyers.found`; version 1 added the version itself. */
export const foundBuyerCodec = versionedJson<FoundBuyer>({
  kind: 'found buyer',
  schema: StoredFoundBuyer,
  upgrades: [(buyer) => buyer],
});
