import { useSearchParams } from 'wouter';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange, useAdminList } from '../api/admin-pages.ts';
import type { Role } from '../api/session.ts';
import { asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { ActionButton, CardForm, Field } from '../parts/form.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { CompanyDetailsSection } from './company-details.tsx';

const PATH = '/admin/v1/companies';

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
  const companies = useAdminList<Company>('companies', PATH);
  const [query, setQuery] = useSearchParams();
  const shown = query.get('company');
  const mayChange = role !== 'viewer';
  return (
    <>
      {mayChange ? <NewCompanyForm /> : null}
      {shown === null ? null : (
        <CompanyDetailsSection
          key={shown}
          companyId={shown}
          mayChange={mayChange}
          onClose={() => setQuery({}, { replace: true })}
        />
      )}
      <PagedList
        list={companies}
        what="companies"
        empty={{ title: 'No companies yet', advice: 'Make the first one above.' }}
      >
        {(rows) => (
          <DataTable
            name="Companies"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                header: 'Name',
                cell: (one) => (
                  <span className={one.active ? 'font-medium' : 'text-faint line-through'}>{one.name}</span>
                ),
              },
              { header: 'Contact', cell: ({ contact_email }) => contact_email ?? '–' },
              { header: 'Subscription', cell: ({ subscription }) => subscription ?? '–' },
              { header: 'Since', cell: ({ created_at }) => asMoment(created_at) },
              {
                header: 'Limits and seats',
                cell: ({ id, name }) => (
                  <Button
                    small
                    aria-label={`Show limits and seats of ${name}`}
                    onClick={() => setQuery({ company: id })}
                  >
                    Show
                  </Button>
                ),
              },
              ...(mayChange ? [{ header: 'Changes', cell: (one: Company) => <ActiveButton company={one} /> }] : []),
            ]}
          />
        )}
      </PagedList>
    </>
  );
}

function NewCompanyForm() {
  const making = useAdminChange(['companies'], (body: object) => adminCall('POST', PATH, { body }));
  return (
    <CardForm
      name="New company"
      action="Make the company"
      isBusy={making.isPending}
      error={making.error}
      onSubmit={(text, form) => {
        const email = text('email');
        const body = { name: text('name'), ...(email === undefined ? {} : { contact_email: email }) };
        making.mutate(body, { onSuccess: () => form.reset() });
      }}
    >
      <Field label="Name" name="name" required />
      <Field label="Contact e-mail (optional)" name="email" type="email" />
    </CardForm>
  );
}

function ActiveButton({ company: { id, active } }: { company: Company }) {
  const changing = useAdminChange(['companies'], () =>
    adminCall('PATCH', PATH, { query: { company: id }, body: { active: !active } }),
  );
  return (
    <ActionButton text={active ? 'Deactivate' : 'Activate'} look={active ? 'danger' : 'plain'} action={changing} />
  );
}
