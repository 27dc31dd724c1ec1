import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';
import type { SuppressionLists } from '../domain/ports.ts';
import { marketSuppressions } from './market-contacts.ts';
import { joinedSuppressions, ownSuppressions } from './suppressions.ts';

/** The imported lists of a realm, with our own, which apply to both realms. */
export function suppressionsByRealm(sql: Sql): (realm: Realm) => SuppressionLists {
  const own = ownSuppressions(sql);
  const lists = {
    live: joinedSuppressions(marketSuppressions(sql, 'live'), own),
    sample: joinedSuppressions(marketSuppressions(sql, 'sample'), own),
  };
  return (realm) => lists[realm];
}
