import { csvText } from '@plat/kit/csv';
import type { ReportDimension } from '../terms.ts';
import type { UsageDeps } from './ports.ts';
import { REPORT_COLUMNS, type ReportColumn, type UsageReportRow } from './usage-report-row.ts';

export interface UsageReportRequest {
  /** First day of the month (UTC), `YYYY-MM-01`. */
  month: string;
  /** At least one. */
  by: readonly ReportDimension[];
  /** Limits the report to one company; absent: all. */
  companyId?: string | undefined;
}

export interface UsageReport {
  /** `YYYY-MM`, in UTC. */
  month: string;
  by: ReportDimension[];
  /** Field names of every row, in order. */
  columns: Array<keyof UsageReportRow>;
  rows: UsageReportRow[];
}

/** Names alone are ambiguous: a key needs its company, an end user needs its key. */
const COLUMNS_OF: Readonly<Record<ReportDimension, readonly ReportColumn[]>> = {
  company: ['company'],
  key: ['company', 'key_id'],
  user: ['company', 'key_id', 'user_id'],
  endpoint: ['endpoint'],
};

/**
 * Billable calls of a month from the ledger, including those of keys revoked and end users deactivated since. Test
 * keys are left out. Rows are sorted by their columns in byte order.
 */
export async function usageReport(
  { ledger }: Pick<UsageDeps, 'ledger'>,
  { month, by, companyId }: UsageReportRequest,
): Promise<UsageReport> {
  const wanted = new Set(by.flatMap((dimension) => COLUMNS_OF[dimension]));
  const columns = REPORT_COLUMNS.filter((column) => wanted.has(column));
  const counts = await ledger.report(month, columns, companyId ?? null);
  const shownMonth = month.slice(0, 7);
  return {
    month: shownMonth,
    by: [...by],
    columns: ['month', ...columns, 'calls_counted', 'calls_not_counted'],
    rows: counts.map((row) => ({ month: shownMonth, ...row })),
  };
}

/** The report as CSV with a header row; names that a spreadsheet would run as formulas are neutralized. */
export const usageReportCsv = ({ columns, rows }: UsageReport): string => csvText(columns, rows);
