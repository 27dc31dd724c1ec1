import type { Sql, Transaction } from '@plat/db';

/**
 * Records reservations that ended uncounted, for the usage report. Part of the statement that ends them, so each is
 * recorded exactly once. Never writes to the ledger.
 * @param ended a CTE with the ended rows of `usage_reservations`.
 */
export const recordNotCounted = (tx: Sql | Transaction, ended: 'settled' | 'dropped' | 'released') => tx`
  insert into accounts.usage_not_counted (owner_id, endpoint, month, company_id, key_id, calls)
  select owner_id, endpoint, month, company_id, key_id, count(*)
  from ${tx(ended)} where not was_settled group by owner_id, endpoint, month, company_id, key_id`;
