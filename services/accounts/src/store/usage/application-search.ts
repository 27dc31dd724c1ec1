import type { Sql } from '@plat/db';
import { makesFree } from '../../domain/usage/decide-commits.ts';
import type { ApplicationSearch } from '../../domain/usage/ports.ts';
import { ensureCounters } from './counters.ts';
import { Contended, ended, ledgerTransaction } from './transaction.ts';

/** Counts a search of the companion application in the pool it shares with the API, even above the limit. */
export function recordApplicationSearch(sql: Sql, search: ApplicationSearch): Promise<{ counted: boolean } | null> {
  const { eventId, ownerId: companyId, endpoint, month, thing, skiptraced } = search;
  return ledgerTransaction<{ counted: boolean } | null>(sql, async (tx) => {
    const [company] = await tx`select 1 from accounts.companies where id = ${companyId}::uuid`;
    if (company === undefined) return ended(null);
    if (!makesFree(thing, skiptraced)) return ended({ counted: await isCounted() });
    const [locked] = await tx`
      select 1 from accounts.usage_counters
      where owner_id = ${companyId}::uuid and endpoint = ${endpoint} and month = ${month}::date for update`;
    if (locked === undefined) throw new Contended(() => ensureCounters(sql, [search]));
    if (await isCounted()) return ended({ counted: true });
    const claimed = await tx`
      insert into accounts.counted_things (company_id, kind, value)
      values (${companyId}::uuid, ${thing.kind}, ${thing.value}) on conflict do nothing`;
    if (claimed.count === 0) return ended({ counted: false });
    const written = await tx`
      with counted as (
        insert into accounts.usage_ledger
          (event_id, owner_id, endpoint, month, company_id, thing_kind, thing_value, source, occurred_at)
        values (${eventId}::uuid, ${companyId}::uuid, ${endpoint}, ${month}::date, ${companyId}::uuid, ${thing.kind},
          ${thing.value}, 'application', ${new Date(search.searchedAtMs)})
        on conflict do nothing returning 1)
      update accounts.usage_counters set used = used + 1
      where owner_id = ${companyId}::uuid and endpoint = ${endpoint} and month = ${month}::date
        and exists (select from counted)`;
    // A parallel call recorded the same search with an instant in another month.
    if (written.count === 0) throw new Contended();
    return ended({ counted: true });

    async function isCounted(): Promise<boolean> {
      const [event] = await tx`select 1 from accounts.usage_ledger where event_id = ${eventId}::uuid`;
      return event !== undefined;
    }
  });
}
