import type { Plan } from '@plat/contracts';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange } from '../api/admin-pages.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Problem } from '../parts/form.tsx';
import { type ListedKey, useKeys } from '../parts/key-choice.tsx';
import { PagedList } from '../parts/paged-list.tsx';

const PATH = '/admin/v1/keys';

/** Which key of which company may give its end users which plan. */
export function PlanKeys({ plans, mayChange }: { plans: readonly Plan[]; mayChange: boolean }) {
  const keys = useKeys('enterprise');
  return (
    <PagedList
      list={keys}
      what="keys"
      empty={{ title: 'No enterprise keys', advice: 'Only enterprise keys have end users. Make one under Keys.' }}
    >
      {(rows) => (
        <DataTable
          name="Keys that sell plans"
          rows={rows.filter(({ revoked_at }) => revoked_at === null)}
          keyOf={({ id }) => id}
          columns={[
            { header: 'Company', cell: ({ company }) => <span className="font-medium">{company}</span> },
            { header: 'Key', cell: ({ name }) => name },
            { header: 'Plans', cell: (key) => <PlansOfKey value={key} plans={plans} mayChange={mayChange} /> },
          ]}
        />
      )}
    </PagedList>
  );
}

interface PlansOfKeyProps {
  value: ListedKey;
  plans: readonly Plan[];
  mayChange: boolean;
}

function PlansOfKey({ value: key, plans, mayChange }: PlansOfKeyProps) {
  const changing = useAdminChange(['keys'], (body: { add_plans?: string[]; remove_plans?: string[] }) =>
    adminCall('PATCH', PATH, { query: { key: key.id }, body }),
  );
  if (!mayChange) return key.plans.join(', ') || 'none';
  const others = plans.filter(({ plan_id }) => !key.plans.includes(plan_id));
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {key.plans.map((plan) => (
        <Button
          key={plan}
          small
          title="Existing subscriptions stay"
          disabled={changing.isPending}
          onClick={() => changing.mutate({ remove_plans: [plan] })}
        >
          <span className="sr-only">Take </span>
          {plan} <span aria-hidden="true">×</span>
          <span className="sr-only"> from {key.name}</span>
        </Button>
      ))}
      {others.length === 0 ? null : (
        <select
          aria-label={`Plan for ${key.name}`}
          value=""
          disabled={changing.isPending}
          onChange={(event) => changing.mutate({ add_plans: [event.target.value] })}
          className="field"
        >
          <option value="">assign a plan</option>
          {others.map(({ plan_id, plan_name }) => (
            <option key={plan_id} value={plan_id}>
              {plan_name}
            </option>
          ))}
        </select>
      )}
      <Problem error={changing.error} />
    </span>
  );
}
