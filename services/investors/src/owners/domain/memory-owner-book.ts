import { type MailingKeys, nameTail, normaliseOwnerName } from '@plat/records';
import type { NameBook, OwnerAlias } from './owner-book.ts';

/** An owner on a record, with its cluster. */
export interface ClusteredOwner {
  name: string;
  mailingKey: MailingKeys['mailingKey'] | null;
  buyerId: number;
}

/** A name book over records in memory, all of one state, to measure what searches find. Scans every record. */
export function memoryOwnerBook(region: string, owners: readonly ClusteredOwner[]): NameBook {
  const aliases = owners.map(({ name, mailingKey, buyerId }): OwnerAlias => {
    const { nameKey } = normaliseOwnerName(name);
    return { region, buyerId, nameKey, name, mailingKey, mailingOwners: null, occurrences: 1 };
  });
  const where = async (fits: (alias: OwnerAlias) => boolean) => aliases.filter(fits);
  const among = (keys: readonly string[], key: string | null | undefined) => key != null && keys.includes(key);
  return {
    named: (_state, nameKey) => where((alias) => alias.nameKey === nameKey),
    aliasesOf: (_state, buyerIds) => where((alias) => buyerIds.includes(alias.buyerId)),
    sharing: async (_state, keys, maxOwners) =>
      [...Map.groupBy(await where((alias) => among(keys, alias.mailingKey)), (alias) => alias.mailingKey ?? '')]
        .map(([mailingKey, there]) => ({ mailingKey, buyerIds: [...new Set(there.map(({ buyerId }) => buyerId))] }))
        .filter(({ buyerIds }) => buyerIds.length >= 2 && buyerIds.length <= maxOwners),
    beginning: (_state, beginning) => where((alias) => alias.nameKey.startsWith(beginning)),
    inZips: (_state, zips, { minLength, maxLength, heads, tails }) =>
      where(
        ({ nameKey, mailingKey }) =>
          among(zips, mailingKey?.split('|')[1]) &&
          nameKey.length >= minLength &&
          nameKey.length <= maxLength &&
          (heads.includes(nameKey.slice(0, 2)) || tails.includes(nameTail(nameKey))),
      ),
  };
}
