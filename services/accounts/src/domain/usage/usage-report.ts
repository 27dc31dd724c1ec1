import type { AllowanceName } from '@plat/contracts';
import { csvText } from '@plat/kit/csv';
import type { ReportDimension } from '../terms.ts';
import type { UsageDeps } from './ports.ts';

/** The columns that name a row of a report, in order. */
export const REPORT_COLUMNS = ['company', 'key_id', 'user_id', 'endpoint'] as const;
export type ReportColumn = (typeof REPORT_COLUMNS)[number];

/** One row of a report; a column that the report is not broken down by is absent. */
export interface UsageReportRow {
  /** `YYYY-MM`, in UTC. */
  month: string;
  /** Name of the company as it is now. */
  company?: string;
  /** Id of the key; `application` for searches in the company's own application. */
  key_id?: string;
  /** The caller's own identifier of an end user; null where the key has none. */
  user_id?: string | null;
  endpoint?: AllowanceName;
  /** Rows of the ledger. */
  calls_counted: number;
  /** Calls that ran and cost nothing: they failed, found nothing, never ended, or the place was paid for before. */
  calls_not_counted: number;
}

export interface UsageReportRequest {
  /** First day of the month (UTC), `YYYY-MM-01`. */
  month: string;
  /** At least one. */
  by: readonly ReportDimension[];
  /** Id of the only company to report on; absent: all. */
  companyId?: string | undefined;
}

export interface UsageReport {
  /** `YYYY-MM`, in UTC. */
  month: string;
  by: ReportDimension[];
  /** Names of the fields of every row, in order. */
  columns: Array<keyof UsageReportRow>;
  rows: UsageReportRow[];
}

/** A key is named with its company and an end user with its key: the names alone may mean several. */
const COLUMNS_OF: Readonly<Record<ReportDimension, readonly ReportColumn[]>> = {
  company: ['company'],
  key: ['company', 'key_id'],
  user: ['company', 'key_id', 'user_id'],
  endpoint: ['endpoint'],
};

/**
 * The calls of a month for billing, straight from the ledger: also those of keys that were revoked and of end users that
 * were deactivated since. Test keys are left out. Rows are sorted by their columns, in byte order.
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

/** The report as CSV with a header row; names that a spreadsheet would run as formulas are neutralised. */
export const usageReportCsv = ({ columns, rows }: UsageReport): string => csvText(columns, rows);
