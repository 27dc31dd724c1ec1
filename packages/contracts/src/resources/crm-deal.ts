import { type Static, Type } from '@sinclair/typebox';
import { Nullable, Timestamp, Uuid } from '../common.ts';
import { BuyerSearchItem } from './buyer-search-item.ts';

/** A property for which a caller searched buyers, as a CRM keeps it. */
export const CrmDeal = Type.Object({
  deal_id: Uuid,
  company_id: Type.String(),
  key_id: Type.String({ description: 'The key that created it' }),
  user_id: Nullable(Type.String({ description: 'End user of an enterprise key, who owns it' })),
  property_id: Type.Integer(),
  address: Type.String(),
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  buyer_count: Type.Integer({ minimum: 0 }),
  search_count: Type.Integer({ minimum: 0 }),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type CrmDeal = Static<typeof CrmDeal>;

export const CrmDealDetails = Type.Composite([
  CrmDeal,
  Type.Object({
    search_ids: Type.Array(Uuid, { description: 'Newest first' }),
    buyers: Type.Array(BuyerSearchItem, {
      description: 'Buyers from the newest search that found them, limited to what may be shown today',
    }),
  }),
]);
export type CrmDealDetails = Static<typeof CrmDealDetails>;
