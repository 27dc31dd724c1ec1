import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { adminCall } from '../api/admin-call.ts';
import { failureOf } from '../api/call.ts';
import type { Role } from '../api/session.ts';
import { asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { EmptyNote, FailureNote, WaitingLines } from '../parts/notes.tsx';

const PATH = '/admin/v1/companies';
const QUERY_KEY = ['companies'] as const;

interface Company {
  id: string;
  name: string;
  contact_email: string | null;
  active: boolean;
  subscription: string | null;
  created_at: string;
}

/** Who uses this installation. */
export default function CompaniesPage({ role }: { role: Role }) {
  const companies = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () => adminCall<{ companies: Company[] }>('GET', PATH, { query: { limit: '500' } }),
  });
  const mayChange = role !== 'viewer';
  return (
    <>
      {mayChange ? <NewCompanyForm /> : null}
      {companies.isPending ? <WaitingLines lines={5} what="companies" /> : null}
      {companies.isError ? <FailureNote error={companies.error} retry={() => companies.refetch()} /> : null}
      {companies.data?.companies.length === 0 ? (
        <EmptyNote title="No companies yet">Make the first one above.</EmptyNote>
      ) : null}
      {companies.data === undefined || companies.data.companies.length === 0 ? null : (
        <DataTable
          name="Companies"
          rows={companies.data.companies}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'Name',
              cell: (one) => <span className={one.active ? 'font-medium' : 'text-faint line-through'}>{one.name}</span>,
            },
            { header: 'Contact', cell: ({ contact_email }) => contact_email ?? '–' },
            { header: 'Subscription', cell: ({ subscription }) => subscription ?? '–' },
            { header: 'Since', cell: ({ created_at }) => asMoment(created_at) },
            ...(mayChange ? [{ header: 'Changes', cell: (one: Company) => <ActiveSwitch company={one} /> }] : []),
          ]}
        />
      )}
    </>
  );
}

function NewCompanyForm() {
  const queries = useQueryClient();
  const making = useMutation({
    mutationFn: (body: object) => adminCall('POST', PATH, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const given = new FormData(form);
    const email = String(given.get('email') ?? '').trim();
    making.mutate(
      { name: String(given.get('name')).trim(), ...(email === '' ? {} : { contact_email: email }) },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <form
      onSubmit={submit}
      aria-label="New company"
      className="mb-6 flex flex-wrap items-end gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <label className="block min-w-40 flex-1">
        <span className="label">Name</span>
        <input name="name" required autoComplete="off" className="field w-full" />
      </label>
      <label className="block min-w-40 flex-1">
        <span className="label">Contact e-mail (optional)</span>
        <input name="email" type="email" autoComplete="off" className="field w-full" />
      </label>
      <Button type="submit" look="primary" disabled={making.isPending}>
        Make the company
      </Button>
      {making.isError ? (
        <p role="alert" className="w-full text-danger">
          {failureOf(making.error).advice}
        </p>
      ) : null}
    </form>
  );
}

function ActiveSwitch({ company }: { company: Company }) {
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: () => adminCall('PATCH', PATH, { query: { company: company.id }, body: { active: !company.active } }),
    onSettled: () => queries.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  return (
    <>
      <Button
        small
        look={company.active ? 'danger' : 'plain'}
        disabled={changing.isPending}
        onClick={() => changing.mutate()}
      >
        {company.active ? 'Deactivate' : 'Activate'}
      </Button>
      {changing.isError ? (
        <p role="alert" className="text-danger">
          {failureOf(changing.error).advice}
        </p>
      ) : null}
    </>
  );
}
