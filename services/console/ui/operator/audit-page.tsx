import { useAdminList } from '../api/admin-pages.ts';
import { asMoment } from '../lib/format.ts';
import { DataTable } from '../parts/data-table.tsx';
import { PagedList } from '../parts/paged-list.tsx';

type Snapshot = Record<string, unknown> | null;

interface AuditEvent {
  id: number;
  at: string;
  actor: string;
  action: string;
  subject: string;
  before: Snapshot;
  after: Snapshot;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));

/** The fields that an event changed, as `field: before → after`. */
function changesOf({ before, after }: AuditEvent): string[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]))
    .map((field) => {
      const now = textOf(after?.[field]);
      return before === null ? `${field}: ${now}` : `${field}: ${textOf(before[field])} → ${now}`;
    });
}

/** Who changed what, newest first. */
export default function AuditPage() {
  const audit = useAdminList<AuditEvent>('events', '/admin/v1/audit');
  return (
    <PagedList list={audit} what="changes" empty={{ title: 'Nothing was changed yet' }}>
      {(events) => (
        <DataTable
          name="Changes"
          rows={events}
          keyOf={({ id }) => String(id)}
          columns={[
            { header: 'When', cell: ({ at }) => <span className="whitespace-nowrap">{asMoment(at)}</span> },
            { header: 'Who', cell: ({ actor }) => actor },
            { header: 'What', cell: ({ action }) => <span className="font-medium">{action}</span> },
            { header: 'Of', cell: ({ subject }) => <code className="break-all font-mono">{subject}</code> },
            { header: 'Change', cell: (event) => <Changes texts={changesOf(event)} /> },
          ]}
        />
      )}
    </PagedList>
  );
}

function Changes({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="max-w-md break-words text-soft">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
