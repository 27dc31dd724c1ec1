import type { AccountsDeps } from '@plat/accounts/deps';
import { usageOfCompany, usageOfKey, usageReport, usageReportCsv } from '@plat/accounts/operator';
import { REPORT_DIMENSIONS } from '@plat/accounts/terms';
import type { OperationPorts } from '@plat/console/deps';
import { pageLimit, readCursor, writeCursor } from '@plat/console/paging';
import { validationError } from '@plat/kit';
import { companyInScope, keyInScope } from './scope.ts';

/** First day of a month, `YYYY-MM-01`; of this month by default. */
const firstDayOf = (month: string | undefined, { clock }: AccountsDeps): string =>
  `${month ?? new Date(clock.nowMs()).toISOString().slice(0, 7)}-01`;

export const usageOperations = (
  accounts: AccountsDeps,
): Pick<OperationPorts, 'readUsage' | 'readUsageReport' | 'listAudit'> => {
  const counted = { ledger: accounts.ledger, clock: accounts.clock };
  return {
    readUsage: async (call) => {
      const { key, company, user_id: userId } = call.query;
      const month = firstDayOf(call.query.month, accounts);
      if (key !== undefined)
        return usageOfKey(counted, (await keyInScope(accounts, call, key)).id, userId ?? null, month);
      const of = await companyInScope(accounts, call, company);
      if (of === null) throw validationError([{ field: 'company', problem: 'is required without key' }]);
      return usageOfCompany(counted, of, month);
    },

    readUsageReport: async (call) => {
      const { month, by = 'company', company, format = 'json' } = call.query;
      const wanted = by.split(',');
      const report = await usageReport(counted, {
        month: firstDayOf(month, accounts),
        by: REPORT_DIMENSIONS.filter((dimension) => wanted.includes(dimension)),
        companyId: (await companyInScope(accounts, call, company))?.id,
      });
      if (format === 'json') return report;
      return new Response(usageReportCsv(report), {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="plat-usage-${report.month}.csv"`,
        },
      });
    },

    listAudit: async ({ query, role }) => {
      const limit = pageLimit(query);
      const before = readCursor<{ id: number }>(query.cursor, { id: 'whole' });
      const companyId =
        query.company === undefined
          ? undefined
          : (await companyInScope(accounts, { companyId: null }, query.company))?.id;
      const keyId =
        query.key === undefined ? undefined : (await keyInScope(accounts, { companyId: null }, query.key)).id;
      const events = await accounts.audit.list({
        ...(companyId === undefined ? {} : { companyId }),
        ...(keyId === undefined ? {} : { keyId }),
        ...(before === null ? {} : { beforeId: before.id }),
        withPeople: role === 'owner',
        limit: limit + 1,
      });
      const shown = events.slice(0, limit);
      const last = events.length > limit ? shown.at(-1) : undefined;
      return {
        events: shown.map(({ companyId: company_id, keyId: key_id, ...event }) => ({ ...event, company_id, key_id })),
        next_cursor: last === undefined ? null : writeCursor({ id: last.id }),
      };
    },
  };
};
