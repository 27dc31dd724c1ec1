import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange, useAdminList } from '../api/admin-pages.ts';
import type { Role } from '../api/session.ts';
import { asMoment } from '../lib/format.ts';
import { DataTable } from '../parts/data-table.tsx';
import { ActionButton, CardForm, Choice, Field } from '../parts/form.tsx';
import { PagedList } from '../parts/paged-list.tsx';

const PATH = '/admin/v1/suppressions';
const KINDS = { phone: 'phone number', email: 'e-mail address', person: 'person' } as const;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.entries(KINDS) as [Kind, string][];
/** Reasons with what they withhold. */
const LISTS = [
  ['opt_out', 'opted out: all contacts'],
  ['deletion', 'asked for deletion: contacts and name'],
  ['litigator', 'litigator: all contacts'],
  ['national_dnc', 'national registry: the number'],
  ['state_dnc', 'state registry: the number'],
  ['reassigned', 'reassigned: the number'],
] as const;

interface Entry {
  kind: Kind;
  value: string;
  list: string;
  note: string | null;
  created_by: string;
  created_at: string;
}

/** Phone numbers, e-mail addresses and people whose contacts Plat withholds, besides imported lists. */
export default function SuppressionsPage({ role }: { role: Role }) {
  const [query, setQuery] = useSearchParams();
  const kind = KIND_NAMES.find(([one]) => one === query.get('kind'))?.[0];
  const entries = useAdminList<Entry>('entries', PATH, { kind });
  const mayChange = role !== 'viewer';
  return (
    <>
      {mayChange ? <NewEntryForm /> : null}
      <div className="mb-4 flex flex-wrap items-end gap-3">
        <Choice
          label="Show"
          value={kind ?? ''}
          onChange={(chosen) => setQuery(chosen === '' ? {} : { kind: chosen }, { replace: true })}
          options={[['', 'all kinds'], ...KIND_NAMES]}
        />
        <p className="text-soft text-xs">Imported lists are not shown here; plat import changes them.</p>
      </div>
      <PagedList
        list={entries}
        what="entries"
        empty={{ title: 'No entries', advice: 'An entry holds from the next read on.' }}
      >
        {(rows) => (
          <DataTable
            name="Do-not-contact entries"
            rows={rows}
            keyOf={(one) => `${one.kind} ${one.list} ${one.value}`}
            columns={[
              { header: 'Kind', cell: (one) => KINDS[one.kind] },
              { header: 'Value', cell: ({ value }) => <span className="break-all font-medium">{value}</span> },
              { header: 'List', cell: ({ list }) => list.replaceAll('_', ' ') },
              { header: 'Note', cell: ({ note }) => note ?? '–' },
              { header: 'By', cell: ({ created_by }) => created_by },
              { header: 'Since', cell: ({ created_at }) => asMoment(created_at) },
              ...(mayChange ? [{ header: 'Changes', cell: (one: Entry) => <RemoveButton entry={one} /> }] : []),
            ]}
          />
        )}
      </PagedList>
    </>
  );
}

function NewEntryForm() {
  const [kind, setKind] = useState<Kind>('phone');
  const adding = useAdminChange(['entries'], (body: object) => adminCall('POST', PATH, { body }));
  return (
    <CardForm
      name="New entry"
      action="Withhold"
      isBusy={adding.isPending}
      error={adding.error}
      onSubmit={(text, form) => {
        const optional = Object.entries({ zip: text('zip'), note: text('note') }).filter(([, value]) => value);
        const body = { kind, value: text('value'), list: text('list'), ...Object.fromEntries(optional) };
        adding.mutate(body, { onSuccess: () => form.reset() });
      }}
    >
      <Choice label="Kind" value={kind} onChange={(one) => setKind(one as Kind)} options={KIND_NAMES} />
      <Field label={kind === 'person' ? 'First and last name' : 'Value, in any spelling'} name="value" required />
      {kind === 'person' ? <Field label="ZIP (empty: everyone of that name)" name="zip" className="w-48" /> : null}
      <Choice label="Reason" name="list" options={LISTS} />
      <Field label="Note (optional)" name="note" />
    </CardForm>
  );
}

function RemoveButton({ entry: { kind, value, list } }: { entry: Entry }) {
  const removing = useAdminChange(['entries'], () => adminCall('DELETE', PATH, { query: { kind, value, list } }));
  return <ActionButton text="Remove" confirm="Show the contacts again" look="danger" action={removing} />;
}
