import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import type { SuppressionLists } from '../../search/index.ts';
import { marketSuppressions } from './market-contacts.ts';
import { joinedSuppressions, ownSuppressions } from './suppressions.ts';

/** The lists that were imported into a realm, with our own, which hold for both. */
export function suppressionsByRealm(sql: Sql): (realm: Realm) => SuppressionLists {
  const own = ownSuppressions(sql);
  const lists = {
    live: joinedSuppressions(marketSuppressions(sql, 'live'), own),
    sample: joinedSuppressions(marketSuppressions(sql, 'sample'), own),
  };
  return (realm) => lists[realm];
}
