import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { adminCall } from '../api/admin-call.ts';
import { useAdminList } from '../api/admin-pages.ts';
import { failureOf } from '../api/call.ts';
import type { Role } from '../api/session.ts';
import { asCount, asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/copy-as.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { PagedList } from '../parts/paged-list.tsx';

const PATH = '/admin/v1/keys';
const QUERY_KEY = ['keys'] as const;
const KINDS = ['subscriber', 'enterprise', 'legacy_search'] as const;
const OVERLAP_HOURS = 24;

interface Key {
  id: string;
  kind: (typeof KINDS)[number];
  name: string;
  company: string;
  active: boolean;
  is_test: boolean;
  key_prefix: string;
  rate_limit: number;
  monthly_limit: number | null;
  last_used_at: string | null;
  revoked_at: string | null;
  previous_secret_until: string | null;
}
type ShownKey = Key & { key: string };

/** The keys of all companies: made, rotated and revoked here. A key is shown once. */
export default function KeysPage({ role }: { role: Role }) {
  const [shown, setShown] = useState<ShownKey | null>(null);
  const keys = useAdminList<Key>('keys', PATH);
  const mayChange = role !== 'viewer';
  return (
    <>
      {mayChange ? <NewKeyForm onMade={setShown} /> : null}
      {shown === null ? null : <KeyOnce shown={shown} onDone={() => setShown(null)} />}
      <PagedList
        list={keys}
        what="keys"
        empty={{ title: 'No keys yet', advice: 'Make the first one above; its company is made with it.' }}
      >
        {(rows) => <KeysTable keys={rows} mayChange={mayChange} onRotated={setShown} />}
      </PagedList>
    </>
  );
}

function KeyOnce({ shown, onDone }: { shown: ShownKey; onDone: () => void }) {
  return (
    <div role="status" className="mb-6 rounded-lg border border-accent bg-accent-soft p-4">
      <p className="mb-2 font-medium">
        The key of {shown.name}. Copy it now: Plat stores only its hash and cannot show it again.
      </p>
      <CodeBlock text={shown.key} />
      <Button className="mt-3" onClick={onDone}>
        I have copied it
      </Button>
    </div>
  );
}

function NewKeyForm({ onMade }: { onMade: (key: ShownKey) => void }) {
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: (body: object) => adminCall<ShownKey>('POST', PATH, { body }),
    onSuccess: (key) => {
      onMade(key);
      return queries.invalidateQueries({ queryKey: QUERY_KEY });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name) ?? '').trim();
    making.mutate({
      kind: text('kind'),
      name: text('name'),
      ...(text('company') === '' ? {} : { company: text('company') }),
      is_test: given.get('is_test') === 'on',
    });
  };
  return (
    <section aria-label="New key" className="mb-6 rounded-lg border border-line bg-surface p-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <label className="block min-w-40 flex-1">
          <span className="label">Name of the key</span>
          <input name="name" required autoComplete="off" className="field w-full" />
        </label>
        <label className="block min-w-40 flex-1">
          <span className="label">Company (the name of the key by default)</span>
          <input name="company" autoComplete="off" className="field w-full" />
        </label>
        <label className="block">
          <span className="label">Kind</span>
          <select name="kind" className="field block">
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kind.replace('_', ' ')}
              </option>
            ))}
          </select>
        </label>
        <label className="flex h-9 items-center gap-2">
          <input type="checkbox" name="is_test" className="accent-accent" />
          Test key
        </label>
        <Button type="submit" look="primary" disabled={making.isPending}>
          Make the key
        </Button>
      </form>
      {making.isError ? (
        <p role="alert" className="mt-3 text-danger">
          {failureOf(making.error).advice}
        </p>
      ) : null}
    </section>
  );
}

interface KeysTableProps {
  keys: readonly Key[];
  mayChange: boolean;
  onRotated: (key: ShownKey) => void;
}

function KeysTable({ keys, mayChange, onRotated }: KeysTableProps) {
  return (
    <DataTable
      name="Keys"
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          header: 'Name',
          cell: (key) => <span className={key.active ? 'font-medium' : 'text-faint line-through'}>{key.name}</span>,
        },
        { header: 'Company', cell: ({ company }) => company },
        { header: 'Key', cell: (key) => <code className="font-mono">{key.key_prefix}…</code> },
        { header: 'Kind', cell: (key) => `${key.kind.replace('_', ' ')}${key.is_test ? ', test' : ''}` },
        { header: 'State', cell: (key) => stateOf(key) },
        { header: 'Last used', cell: ({ last_used_at }) => asMoment(last_used_at) },
        { header: 'A minute', cell: ({ rate_limit }) => asCount(rate_limit), isNumber: true },
        { header: 'A month', cell: ({ monthly_limit }) => asCount(monthly_limit), isNumber: true },
        ...(mayChange
          ? [{ header: 'Changes', cell: (key: Key) => <KeyActions value={key} onRotated={onRotated} /> }]
          : []),
      ]}
    />
  );
}

function stateOf(key: Key): string {
  if (key.revoked_at !== null) return `revoked ${asMoment(key.revoked_at)}`;
  if (!key.active) return 'inactive';
  return key.previous_secret_until === null
    ? 'active'
    : `active; old secret until ${asMoment(key.previous_secret_until)}`;
}

/** Revoking is for good, so it asks once more. */
function KeyActions({ value: key, onRotated }: { value: Key; onRotated: (key: ShownKey) => void }) {
  const [isSure, setIsSure] = useState(false);
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: QUERY_KEY });
  const query = { key: key.id };
  const rotating = useMutation({
    mutationFn: () => adminCall<ShownKey>('POST', `${PATH}/rotate`, { query, body: { overlap_hours: OVERLAP_HOURS } }),
    onSuccess: onRotated,
    onSettled,
  });
  const revoking = useMutation({ mutationFn: () => adminCall('DELETE', PATH, { query }), onSettled });
  if (key.revoked_at !== null) return null;
  const error = rotating.error ?? revoking.error;
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Button
        small
        disabled={rotating.isPending}
        onClick={() => rotating.mutate()}
        title={`The old secret works for ${OVERLAP_HOURS} more hours`}
      >
        Rotate
      </Button>
      <Button
        small
        look="danger"
        disabled={revoking.isPending}
        onClick={() => (isSure ? revoking.mutate() : setIsSure(true))}
      >
        {isSure ? 'Revoke for good' : 'Revoke'}
      </Button>
      {error === null ? null : (
        <span role="alert" className="w-full text-danger">
          {failureOf(error).advice}
        </span>
      )}
    </span>
  );
}
