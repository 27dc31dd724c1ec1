import type { Subscription, UserDetails } from '@plat/contracts';
import { useQuery } from '@tanstack/react-query';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange } from '../api/admin-pages.ts';
import { asCount, asMoment } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Figure, Section } from '../parts/figure.tsx';
import { ActionButton, CardForm, Choice } from '../parts/form.tsx';
import type { ListedKey } from '../parts/key-choice.tsx';
import { FailureNote, WaitingLines } from '../parts/notes.tsx';

const PATH = '/admin/v1/users/subscriptions';
const CHANGED = ['user'] as const;

interface UserDetailsProps {
  apiKey: ListedKey;
  userId: string;
  mayChange: boolean;
  onClose: () => void;
}

/** The subscriptions of an end user and what the user used of them this month. */
export function UserDetailsSection({ apiKey, userId, mayChange, onClose }: UserDetailsProps) {
  const query = { key: apiKey.id, user_id: userId };
  const details = useQuery({
    queryKey: ['user', query],
    queryFn: () => adminCall<UserDetails>('GET', '/admin/v1/users/details', { query }),
  });
  const subscribing = useAdminChange(CHANGED, (plan_id: string) =>
    adminCall('POST', PATH, { query, body: { plan_id } }),
  );
  return (
    <Section
      title={userId}
      aside={
        <Button small look="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      {details.isPending ? <WaitingLines lines={3} what="the user" /> : null}
      {details.isError ? <FailureNote error={details.error} retry={() => details.refetch()} /> : null}
      {details.data === undefined ? null : <Facts details={details.data} keyId={apiKey.id} mayChange={mayChange} />}
      {mayChange && apiKey.plans.length > 0 ? (
        <div className="mt-4">
          <CardForm
            name="New subscription"
            action="Give the plan"
            isBusy={subscribing.isPending}
            error={subscribing.error}
            onSubmit={(text) => subscribing.mutate(text('plan') ?? '')}
          >
            <Choice
              label="Plan; limits of several plans add up"
              name="plan"
              options={apiKey.plans.map((plan) => [plan, plan])}
            />
          </CardForm>
        </div>
      ) : null}
    </Section>
  );
}

function Facts({ details, keyId, mayChange }: { details: UserDetails; keyId: string; mayChange: boolean }) {
  const { subscriptions, current_period_usage: usage } = details;
  return (
    <>
      <dl className="mb-4 grid grid-cols-2 gap-4 sm:grid-cols-4">
        {Object.entries(usage).map(([endpoint, used]) => (
          <Figure key={endpoint} label={endpoint.replaceAll('_', ' ')}>
            {asCount(used)}
          </Figure>
        ))}
      </dl>
      {subscriptions.length === 0 ? (
        <p className="text-soft">No subscriptions yet.</p>
      ) : (
        <DataTable
          name="Subscriptions"
          rows={subscriptions}
          keyOf={({ id }) => id}
          columns={[
            { header: 'Plan', cell: ({ plan_id }) => <span className="font-medium">{plan_id}</span> },
            { header: 'Since', cell: ({ created_at }) => asMoment(created_at) },
            { header: 'State', cell: ({ active }) => (active ? 'active' : 'inactive') },
            ...(mayChange
              ? [{ header: 'Changes', cell: (one: Subscription) => <ActiveButton keyId={keyId} subscription={one} /> }]
              : []),
          ]}
        />
      )}
    </>
  );
}

function ActiveButton({ keyId, subscription: { id, active } }: { keyId: string; subscription: Subscription }) {
  const changing = useAdminChange(CHANGED, () =>
    adminCall('PATCH', PATH, { query: { key: keyId, subscription_id: id }, body: { active: !active } }),
  );
  return <ActionButton text={active ? 'End' : 'Begin again'} look={active ? 'danger' : 'plain'} action={changing} />;
}
