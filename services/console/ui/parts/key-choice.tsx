import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useAdminList } from '../api/admin-pages.ts';
import { Button } from './button.tsx';
import { Choice } from './form.tsx';
import { EmptyNote, FailureNote, WaitingLines } from './notes.tsx';

/** A key without its secret. */
export interface ListedKey {
  id: string;
  name: string;
  company: string;
  revoked_at: string | null;
  plans: string[];
}

/** The keys that the person may see, of one kind or all, page by page. */
export const useKeys = (kind?: 'enterprise') => useAdminList<ListedKey>('keys', '/admin/v1/keys', { kind });

interface KeyChoiceProps {
  kind?: 'enterprise';
  /** What to do when there are no keys. */
  advice: string;
  children: (key: ListedKey) => ReactNode;
}

/** A page about one key, which is chosen above it and named in the URL. */
export function KeyChoice({ kind, advice, children }: KeyChoiceProps) {
  const keys = useKeys(kind);
  const [query, setQuery] = useSearchParams();
  if (keys.error !== null) return <FailureNote error={keys.error} retry={keys.retry} />;
  if (keys.rows === undefined) return <WaitingLines lines={5} what="keys" />;
  const chosen = keys.rows.find(({ id }) => id === query.get('key')) ?? keys.rows[0];
  if (chosen === undefined)
    return <EmptyNote title={kind === undefined ? 'No keys yet' : `No ${kind} keys yet`}>{advice}</EmptyNote>;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Choice
          label="Key"
          value={chosen.id}
          onChange={(key) => setQuery({ key }, { replace: true })}
          options={keys.rows.map(({ id, company, name }) => [id, company === name ? name : `${company}: ${name}`])}
        />
        {keys.hasMore ? (
          <Button disabled={keys.isBusy} onClick={keys.readMore}>
            More keys
          </Button>
        ) : null}
      </div>
      {children(chosen)}
    </>
  );
}
