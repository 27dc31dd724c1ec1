import type { AllowanceName } from '@plat/contracts';
import type { UsageReportRow } from './operator.ts';

/** One ended call, as the test saw it. */
export interface EndedCall {
  /** `YYYY-MM`. */
  month: string;
  company: string;
  key_id: string;
  user_id: string | null;
  endpoint: AllowanceName;
  counted: boolean;
}

type Column = 'company' | 'key_id' | 'user_id' | 'endpoint';

/** The expected report of a list of calls, summed one by one. */
export function expectedRows(calls: readonly EndedCall[], month: string, columns: readonly Column[]): UsageReportRow[] {
  const rows = new Map<string, UsageReportRow>();
  for (const call of calls.filter((one) => one.month === month)) {
    const name = JSON.stringify(columns.map((column) => call[column]));
    const row = rows.get(name) ?? {
      month,
      ...Object.fromEntries(columns.map((column) => [column, call[column]])),
      calls_counted: 0,
      calls_not_counted: 0,
    };
    row[call.counted ? 'calls_counted' : 'calls_not_counted'] += 1;
    rows.set(name, row);
  }
  return [...rows.values()].sort((a, b) => {
    const column = columns.find((name) => a[name] !== b[name]);
    if (column === undefined) return 0;
    if (a[column] === null || b[column] === null) return a[column] === null ? 1 : -1;
    return a[column]! < b[column]! ? -1 : 1;
  });
}
