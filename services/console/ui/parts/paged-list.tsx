import type { ReactNode } from 'react';
import type { AdminList } from '../api/admin-pages.ts';
import { Button } from './button.tsx';
import { EmptyNote, FailureNote, WaitingLines } from './notes.tsx';

interface PagedListProps<Row> {
  list: AdminList<Row>;
  /** What the rows are, such as `keys`. */
  what: string;
  empty: { title: string; advice?: ReactNode };
  children: (rows: Row[]) => ReactNode;
}

/** A list that is read page by page, with what to show while it loads, fails or is empty. */
export function PagedList<Row>({ list, what, empty, children }: PagedListProps<Row>) {
  const { rows, error, hasMore, isBusy } = list;
  if (error !== null) return <FailureNote error={error} retry={list.retry} />;
  if (rows === undefined) return <WaitingLines lines={5} what={what} />;
  if (rows.length === 0) return <EmptyNote title={empty.title}>{empty.advice}</EmptyNote>;
  return (
    <>
      {children(rows)}
      {hasMore ? (
        <Button className="mt-3" disabled={isBusy} onClick={list.readMore}>
          More {what}
        </Button>
      ) : null}
    </>
  );
}
