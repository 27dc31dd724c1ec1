import { useInfiniteQuery } from '@tanstack/react-query';
import { adminCall } from '../api/admin-call.ts';
import { asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';

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
  const audit = useInfiniteQuery({
    queryKey: ['audit'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      adminCall<{ events: AuditEvent[]; next_cursor: string | null }>('GET', '/admin/v1/audit', {
        query: { cursor: pageParam },
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
  if (audit.isPending) return <WaitingLines lines={6} what="changes" />;
  if (audit.isError) return <FailureNote error={audit.error} retry={() => audit.refetch()} />;
  const events = audit.data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <EmptyNote title="Nothing was changed yet" />;
  return (
    <>
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
      {audit.hasNextPage ? (
        <Button className="mt-3" disabled={audit.isFetchingNextPage} onClick={() => audit.fetchNextPage()}>
          Earlier changes
        </Button>
      ) : null}
    </>
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
