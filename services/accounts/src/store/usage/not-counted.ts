import type { Sql, Transaction } from '@plat/db';

/**
 * Adds reservations that ended without being counted to what the usage report shows of them. Part of the statement that
 * ends them, so that each is recorded exactly once. A row of the ledger is never made here.
 * @param ended a CTE with rows of `usage_reservations` as they ended.
 */
export const recordNotCounted = (tx: Sql | Transaction, ended: 'settled' | 'dropped' | 'released') => tx`
  insert into accounts.usage_not_counted (owner_id, endpoint, month, company_id, key_id, calls)
  select owner_id, endpoint, month, company_id, key_id, count(*)
  from ${tx(ended)} where not was_settled group by owner_id, endpoint, month, company_id, key_id`;
