import type { ReactNode } from 'react';
import { failureOf } from '../api/call.ts';
import { Button } from './button.tsx';

/** Says why there is nothing and what to do about it. */
export function EmptyNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-md px-4 py-12 text-center">
      <p className="font-semibold">{title}</p>
      {children === undefined ? null : <div className="mt-1 text-soft">{children}</div>}
    </div>
  );
}

/** For an address that means no page. */
export function NoSuchPage() {
  return (
    <div className="mx-auto max-w-md px-4 py-12 text-center">
      <h1 className="font-semibold">No such page</h1>
      <p className="mt-1 text-soft">The address may be mistyped. Choose a page above.</p>
    </div>
  );
}

/** Says what failed and offers to try again. */
export function FailureNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, advice, requestId } = failureOf(error);
  return (
    <div role="alert" className="mx-auto max-w-md px-4 py-12 text-center">
      <p className="font-semibold text-danger">{title}</p>
      <p className="mt-1 text-soft">{advice}</p>
      {requestId === null ? null : <p className="mt-2 text-2xs text-faint">Request {requestId}</p>}
      {retry === undefined ? null : (
        <Button className="mt-4" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

const WIDTHS = ['w-3/4', 'w-1/2', 'w-5/6', 'w-2/3', 'w-3/5'];

/** Lines in the place of content that is on its way. */
export function WaitingLines({ lines, what }: { lines: number; what: string }) {
  return (
    <div role="status" aria-label={`Loading ${what}`} className="space-y-4 py-2">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="space-y-2">
          <div className={`waiting h-4 ${WIDTHS[line % WIDTHS.length]}`} />
          <div className="waiting h-3 w-2/5" />
        </div>
      ))}
    </div>
  );
}
