import type { Sql } from '@plat/db';
import type { Transaction } from './transaction.ts';

type Fragment = ReturnType<Transaction>;

/**
 * Whether a thing was counted, one row `is_counted` or none, for a lateral join. The limit keeps it a look-up by all three
 * columns: joined plainly, PostgreSQL may read everything that a company ever counted.
 */
export const countedThing = (tx: Sql | Transaction, companyId: Fragment, kind: Fragment, value: Fragment) => tx`
  select true as is_counted from accounts.counted_things
  where company_id = ${companyId} and kind = ${kind} and value = ${value} limit 1`;
