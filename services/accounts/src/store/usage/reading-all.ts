import type { Transaction } from '@plat/db';

/** Lets a transaction scan whole tables: the ledger's connections are tuned for lookups by key. */
export const readingAll = (tx: Transaction) => tx`
  select set_config(name, 'on', true)
  from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']) name`;
