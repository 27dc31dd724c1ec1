import { Type } from '@sinclair/typebox';
import { StoredContact } from '../../contacts/index.ts';
import { versionedJson } from '../../versioned-json.ts';
import type { LegacyFoundBuyer } from './legacy-found-buyer.ts';

const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);

const StoredLegacyFoundBuyer = Type.Object({
  facts: Type.Unsafe<LegacyFoundBuyer['facts']>(
    Type.Object({ buyer_id: Type.Integer() }, { additionalProperties: scalar }),
  ),
  contact: Type.Union([StoredContact, Type.Null()]),
});

/** Buyers of the earlier API in `search_results.buyers`; version 1 added the version itself. */
export const legacyFoundBuyerCodec = versionedJson<LegacyFoundBuyer>({
  kind: 'found buyer of the earlier API',
  schema: StoredLegacyFoundBuyer,
  upgrades: [(buyer) => buyer],
});
