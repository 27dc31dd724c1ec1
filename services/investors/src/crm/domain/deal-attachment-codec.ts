import { BUYER_TYPES } from '@plat/contracts';
import { REALMS } from '@plat/kit';
import { Type } from '@sinclair/typebox';
import { StoredFoundBuyer } from '../../search/index.ts';
import { versionedJson } from '../../versioned-json.ts';
import type { DealAttachment } from './ports.ts';

const optionalNumber = Type.Union([Type.Number(), Type.Null()]);

const StoredAttachment = Type.Object({
  owner: Type.String(),
  searcher: Type.Object({
    companyId: Type.String(),
    keyId: Type.String(),
    userId: Type.Union([Type.String(), Type.Null()]),
    realm: Type.Union(REALMS.map((realm) => Type.Literal(realm))),
  }),
  property: Type.Object({
    propertyId: Type.Integer(),
    address: Type.String(),
    latitude: optionalNumber,
    longitude: optionalNumber,
  }),
  searchId: Type.String(),
  buyers: Type.Array(
    Type.Object({
      buyerKey: Type.String(),
      buyerType: Type.Union(BUYER_TYPES.map((type) => Type.Literal(type))),
      found: StoredFoundBuyer,
    }),
  ),
  at: Type.String(),
});

/** Late deals in `late_deals.attachment`; before version 1 a searcher could lack its realm, which then was live. */
export const dealAttachmentCodec = versionedJson<DealAttachment>({
  kind: 'late deal',
  schema: StoredAttachment,
  upgrades: [
    (attachment) => ({ ...attachment, searcher: { realm: 'live', ...(attachment.searcher as object | undefined) } }),
  ],
});
