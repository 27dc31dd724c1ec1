import type { Sql } from '@plat/db';
import type { ReportColumn, UsageReportRow } from '../../domain/usage/usage-report-row.ts';
import { readingAll } from './reading-all.ts';

/**
 * Sums the calls of a month. Names of companies and end users are joined last, so that deleted ones still appear
 * under their id.
 * @param month first day of the month.
 */
export function report(
  sql: Sql,
  month: string,
  columns: readonly ReportColumn[],
  companyId: string | null,
): Promise<Array<Omit<UsageReportRow, 'month'>>> {
  return sql.begin('isolation level repeatable read read only', async (tx) => {
    await readingAll(tx);
    const chosen = tx`month = ${month}::date and (${companyId}::uuid is null or company_id = ${companyId}::uuid)`;
    const names = tx.unsafe(columns.join(', '));
    const rows = await tx<Array<Omit<UsageReportRow, 'month'>>>`
      with calls as (
        select owner_id, company_id, key_id, endpoint, count(*) as counted, 0 as not_counted
        from accounts.usage_ledger where ${chosen} group by owner_id, company_id, key_id, endpoint
        union all
        select owner_id, company_id, key_id, endpoint, 0, sum(calls)
        from accounts.usage_not_counted where ${chosen} group by owner_id, company_id, key_id, endpoint),
      named as (
        select coalesce(c.name, calls.company_id::text) collate "C" as company,
          case when calls.key_id is null or k.is_application then 'application' else calls.key_id::text end
            collate "C" as key_id,
          case when calls.owner_id in (calls.company_id, calls.key_id) then null
            else coalesce(u.user_id, calls.owner_id::text) end collate "C" as user_id,
          calls.endpoint collate "C" as endpoint, calls.counted, calls.not_counted
        from calls
        left join accounts.companies c on c.id = calls.company_id
        left join accounts.api_keys k on k.id = calls.key_id
        left join accounts.end_users u on u.id = calls.owner_id
        where k.is_test is not true)
      select ${names}, sum(counted)::bigint as calls_counted, sum(not_counted)::bigint as calls_not_counted
      from named group by ${names} order by ${names}`;
    return [...rows];
  }) as Promise<Array<Omit<UsageReportRow, 'month'>>>;
}
