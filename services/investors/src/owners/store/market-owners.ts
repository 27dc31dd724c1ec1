import { type BuyerAlias, buyerAliases, type ReadDataset, zipsOfCity } from '@plat/dataset';
import type { OwnerAlias, OwnerBook } from '../domain/owner-book.ts';

/** A beginning that more names share says nothing. */
const MAX_BEGINNING_ALIKE = 2_000;

/** Names and mailing addresses of buyers in the market dataset. */
export function marketOwners(read: ReadDataset): OwnerBook {
  const aliases = async (signal: AbortSignal) => buyerAliases(await read(signal));
  const regionsOf = (state: string | null) => (state === null ? null : [state]);
  return {
    named: async (state, nameKey, signal) => fromRows(await (await aliases(signal)).named([state], [nameKey])),
    mailedTo: async (state, keys, signal) => fromRows(await (await aliases(signal)).mailedTo(regionsOf(state), keys)),
    inBuilding: async (state, street, keys, signal) =>
      fromRows(await (await aliases(signal)).inBuilding(regionsOf(state), street, keys)),
    aliasesOf: async (state, buyerIds, signal) => fromRows(await (await aliases(signal)).ofBuyers([state], buyerIds)),
    sharing: async (state, keys, maxOwners, signal) => {
      const rows = await (await aliases(signal)).sharing([state], keys, maxOwners);
      return rows.map(({ mailing_key, buyer_ids }) => ({ mailingKey: mailing_key, buyerIds: buyer_ids.map(Number) }));
    },
    beginning: async (state, beginning, { minLength, maxLength }, signal) =>
      fromRows(await (await aliases(signal)).beginning([state], beginning, minLength, maxLength, MAX_BEGINNING_ALIKE)),
    inZips: async (state, zips, shape, signal) => fromRows(await (await aliases(signal)).inZips([state], zips, shape)),
    zipsOfCity: async (state, city, signal) => zipsOfCity(await read(signal), state, city),
  };
}

const fromRows = (rows: readonly BuyerAlias[]): OwnerAlias[] =>
  rows.map((row) => ({
    region: row.region,
    buyerId: row.buyer_id,
    nameKey: row.name_key,
    name: row.name,
    mailingKey: row.mailing_key,
    mailingOwners: row.mailing_owners,
    occurrences: row.occurrences,
  }));
