import { useQuery } from '@tanstack/react-query';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange } from '../api/admin-pages.ts';
import { asCount } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Section } from '../parts/figure.tsx';
import { ActionButton, CardForm, Choice, Field } from '../parts/form.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';

const PATH = '/admin/v1/companies';
const CHANGED = ['company'] as const;
const ENDPOINTS = [
  ...['autocomplete', 'buyer_search', 'retail_comps', 'offers', 'investor_comps', 'linked_deals'],
  ...['analytics_search', 'analytics_summary'],
];

interface Seat {
  id: string;
  name: string;
  may_search_buyers: boolean;
}

interface CompanyDetails {
  id: string;
  name: string;
  limits: { endpoint: string; plan_limit: number | null; custom_limit: number | null }[];
  seats: Seat[];
}

interface CompanyDetailsProps {
  companyId: string;
  mayChange: boolean;
  onClose: () => void;
}

/** What a company agreed to, and its people who have keys of their own. */
export function CompanyDetailsSection({ companyId, mayChange, onClose }: CompanyDetailsProps) {
  const query = { company: companyId };
  const details = useQuery({
    queryKey: ['company', companyId],
    queryFn: () => adminCall<CompanyDetails>('GET', `${PATH}/details`, { query }),
  });
  if (details.isPending) return <WaitingLines lines={4} what="the company" />;
  if (details.isError) return <FailureNote error={details.error} retry={() => details.refetch()} />;
  const { name, limits, seats } = details.data;
  const close = (
    <Button small look="quiet" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <>
      <Section title={`Monthly limits of ${name}`} aside={close}>
        {mayChange ? <LimitForm companyId={companyId} /> : null}
        {limits.length === 0 ? (
          <p className="text-soft">The documented limits hold for its subscriber keys.</p>
        ) : (
          <DataTable
            name="Limits"
            rows={limits}
            keyOf={({ endpoint }) => endpoint}
            columns={[
              { header: 'Endpoint', cell: ({ endpoint }) => endpoint.replaceAll('_', ' ') },
              { header: 'Of its plan or trial', cell: ({ plan_limit }) => asCount(plan_limit), isNumber: true },
              { header: 'Agreed', cell: ({ custom_limit }) => asCount(custom_limit), isNumber: true },
            ]}
          />
        )}
      </Section>
      <Section title={`Seats of ${name}`}>
        {mayChange ? <SeatForm companyId={companyId} /> : null}
        {seats.length === 0 ? (
          <p className="text-soft">No seats yet. A key with a seat does what its seat may.</p>
        ) : (
          <DataTable
            name="Seats"
            rows={seats}
            keyOf={({ id }) => id}
            columns={[
              { header: 'Name', cell: (seat) => <span className="font-medium">{seat.name}</span> },
              { header: 'Buyer searches', cell: (seat) => (seat.may_search_buyers ? 'allowed' : 'not allowed') },
              ...(mayChange
                ? [{ header: 'Changes', cell: (seat: Seat) => <SeatButton companyId={companyId} seat={seat} /> }]
                : []),
            ]}
          />
        )}
      </Section>
    </>
  );
}

const setSeat = (company: string, seat: Omit<Seat, 'id'>) =>
  adminCall('POST', `${PATH}/seats`, { query: { company }, body: seat });

function LimitForm({ companyId }: { companyId: string }) {
  const setting = useAdminChange(CHANGED, (body: object) =>
    adminCall('POST', `${PATH}/limits`, { query: { company: companyId }, body }),
  );
  return (
    <CardForm
      name="Monthly limit"
      action="Set the limit"
      isBusy={setting.isPending}
      error={setting.error}
      onSubmit={(text, form) => {
        const limit = text('limit');
        setting.mutate(
          { endpoint: text('endpoint'), [text('which') ?? '']: limit === undefined ? null : Number(limit) },
          { onSuccess: () => form.reset() },
        );
      }}
    >
      <Choice label="Endpoint" name="endpoint" options={ENDPOINTS.map((name) => [name, name.replaceAll('_', ' ')])} />
      <Choice
        label="Which limit"
        name="which"
        options={[
          ['custom_limit', 'agreed with the company'],
          ['plan_limit', 'of its plan or trial'],
        ]}
      />
      <Field label="Requests a month (empty removes it)" name="limit" type="number" min={0} className="w-56" />
    </CardForm>
  );
}

function SeatForm({ companyId }: { companyId: string }) {
  const setting = useAdminChange(CHANGED, (name: string) => setSeat(companyId, { name, may_search_buyers: true }));
  return (
    <CardForm
      name="New seat"
      action="Make the seat"
      isBusy={setting.isPending}
      error={setting.error}
      onSubmit={(text, form) => setting.mutate(text('name') ?? '', { onSuccess: () => form.reset() })}
    >
      <Field label="Name of the person" name="name" required />
    </CardForm>
  );
}

function SeatButton({ companyId, seat: { name, may_search_buyers } }: { companyId: string; seat: Seat }) {
  const changing = useAdminChange(CHANGED, () => setSeat(companyId, { name, may_search_buyers: !may_search_buyers }));
  return <ActionButton text={may_search_buyers ? 'Forbid buyer searches' : 'Allow buyer searches'} action={changing} />;
}
