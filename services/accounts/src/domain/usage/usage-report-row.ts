import type { AllowanceName } from '@plat/contracts';

/** The columns that identify a report row, in order. */
export const REPORT_COLUMNS = ['company', 'key_id', 'user_id', 'endpoint'] as const;
export type ReportColumn = (typeof REPORT_COLUMNS)[number];

/** One report row; columns outside the chosen dimensions are absent. */
export interface UsageReportRow {
  /** `YYYY-MM`, in UTC. */
  month: string;
  /** Current name of the company. */
  company?: string;
  /** Id of the key; `application` for searches in the console or the companion application. */
  key_id?: string;
  /** The caller's own id of an end user; null for keys without end users. */
  user_id?: string | null;
  endpoint?: AllowanceName;
  /** Rows of the ledger. */
  calls_counted: number;
  /** Calls without a charge: they failed, found nothing, never ended, or repeated a counted subject. */
  calls_not_counted: number;
}
