import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { adminCall } from '../api/admin-call.ts';
import { downloadCsv } from '../lib/csv.ts';
import { asCount } from '../lib/format.ts';
import { BarChart } from '../parts/bar-chart.tsx';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';

const DIMENSIONS = {
  company: 'company',
  'company,endpoint': 'company and endpoint',
  key: 'key',
  endpoint: 'endpoint',
  user: 'end user',
} as const;
const MONTH = /^\d{4}-\d{2}$/;
const CHARTED = 12;

interface ReportRow extends Readonly<Record<string, string | number | null | undefined>> {
  calls_counted: number;
  calls_not_counted: number;
}

interface Report {
  month: string;
  columns: string[];
  rows: ReportRow[];
}

const COUNTS = ['calls_counted', 'calls_not_counted'];

/** The billable calls of a month, from the ledger. */
export default function ReportPage() {
  const [query, setQuery] = useSearchParams();
  const given = query.get('month') ?? '';
  const month = MONTH.test(given) ? given : new Date().toISOString().slice(0, 7);
  const by = Object.keys(DIMENSIONS).find((one) => one === query.get('by')) ?? 'company';
  const report = useQuery({
    queryKey: ['report', month, by],
    queryFn: () => adminCall<Report>('GET', '/admin/v1/usage-report', { query: { month, by } }),
  });
  const set = (patch: Record<string, string>) => setQuery({ month, by, ...patch }, { replace: true });
  return (
    <>
      <div className="mb-5 flex flex-wrap items-end gap-3">
        <label className="block">
          <span className="label">Month (UTC)</span>
          <input
            type="month"
            value={month}
            onChange={(event) => MONTH.test(event.target.value) && set({ month: event.target.value })}
            className="field block"
          />
        </label>
        <label className="block">
          <span className="label">By</span>
          <select value={by} onChange={(event) => set({ by: event.target.value })} className="field block">
            {Object.entries(DIMENSIONS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
        {report.data === undefined ? null : <DownloadReport report={report.data} />}
      </div>
      {report.isPending ? <WaitingLines lines={5} what="the report" /> : null}
      {report.isError ? <FailureNote error={report.error} retry={() => report.refetch()} /> : null}
      {report.data === undefined ? null : <ReportRows report={report.data} />}
    </>
  );
}

function DownloadReport({ report: { month, columns, rows } }: { report: Report }) {
  const save = () =>
    downloadCsv(
      `usage-${month}.csv`,
      columns,
      rows.map((row) => columns.map((column) => row[column])),
    );
  return (
    <Button onClick={save}>
      <Download size={14} aria-hidden="true" />
      CSV
    </Button>
  );
}

function ReportRows({ report: { columns, rows } }: { report: Report }) {
  if (rows.length === 0) return <EmptyNote title="No calls in this month">Test keys are left out.</EmptyNote>;
  const names = columns.filter((column) => column !== 'month' && !COUNTS.includes(column));
  const nameOf = (row: ReportRow) => names.map((name) => row[name] ?? '–').join(', ');
  const most = [...rows].sort((one, other) => other.calls_counted - one.calls_counted).slice(0, CHARTED);
  return (
    <>
      <div className="mb-6 max-w-2xl">
        <BarChart
          title="Calls"
          series={['counted', 'not counted']}
          bars={most.map((row, index) => ({
            key: nameOf(row),
            label: nameOf(row),
            tick: String(index + 1),
            counts: [row.calls_counted, row.calls_not_counted],
          }))}
        />
      </div>
      <DataTable
        name="Usage report"
        rows={rows}
        keyOf={nameOf}
        columns={[
          ...names.map((name) => ({ header: name.replace('_', ' '), cell: (row: ReportRow) => row[name] ?? '–' })),
          { header: 'Counted', cell: (row) => asCount(row.calls_counted), isNumber: true },
          { header: 'Not counted', cell: (row) => asCount(row.calls_not_counted), isNumber: true },
        ]}
      />
    </>
  );
}
