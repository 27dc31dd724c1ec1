import type { Plan } from '@plat/contracts';
import { useState } from 'react';
import { adminCall } from '../api/admin-call.ts';
import { useAdminChange, useAdminList } from '../api/admin-pages.ts';
import type { Role } from '../api/session.ts';
import { asCount, asNumber } from '../lib/format.ts';
import { Button } from '../parts/button.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Section } from '../parts/figure.tsx';
import { CardForm, Field } from '../parts/form.tsx';
import { PagedList } from '../parts/paged-list.tsx';
import { PlanKeys } from './plan-keys.tsx';

const PATH = '/admin/v1/plans';

/** Limits of a plan, requests a month and end user, with their names on the page. */
const LIMITS = {
  autocomplete_limit: 'Autocomplete',
  buyer_search_limit: 'Buyer searches',
  retail_comps_limit: 'Retail comps',
  investor_comps_limit: 'Investor comps',
  linked_deals_limit: 'Linked deals',
  analytics_search_limit: 'Analytics',
} as const satisfies Partial<Record<keyof Plan, string>>;
type Limit = keyof typeof LIMITS;
const LIMIT_NAMES = Object.entries(LIMITS) as [Limit, string][];

/** What end users of enterprise keys may do a month, and which keys sell it. */
export default function PlansPage({ role }: { role: Role }) {
  const [edited, setEdited] = useState<Plan | null>(null);
  const plans = useAdminList<Plan>('plans', PATH);
  const mayChange = role !== 'viewer';
  return (
    <>
      {mayChange ? <PlanForm key={edited?.plan_id ?? ''} plan={edited} onDone={() => setEdited(null)} /> : null}
      <PagedList list={plans} what="plans" empty={{ title: 'No plans yet', advice: 'Make the first one above.' }}>
        {(rows) => (
          <>
            <DataTable
              name="Plans"
              rows={rows}
              keyOf={({ plan_id }) => plan_id}
              columns={[
                { header: 'Id', cell: ({ plan_id }) => <code className="font-mono">{plan_id}</code> },
                { header: 'Name', cell: ({ plan_name }) => <span className="font-medium">{plan_name}</span> },
                { header: 'USD a month', cell: (plan) => asNumber(plan.monthly_price_usd), isNumber: true },
                ...LIMIT_NAMES.map(([limit, header]) => ({
                  header,
                  cell: (plan: Plan) => (plan[limit] === 0 ? 'not covered' : asCount(plan[limit])),
                  isNumber: true,
                })),
                ...(mayChange
                  ? [
                      {
                        header: 'Changes',
                        cell: (plan: Plan) => (
                          <Button small onClick={() => setEdited(plan)}>
                            Edit
                          </Button>
                        ),
                      },
                    ]
                  : []),
              ]}
            />
            <div className="mt-6">
              <Section title="Keys that sell plans">
                <PlanKeys plans={rows} mayChange={mayChange} />
              </Section>
            </div>
          </>
        )}
      </PagedList>
    </>
  );
}

/** A new plan, or one that is changed for all its users. */
function PlanForm({ plan, onDone }: { plan: Plan | null; onDone: () => void }) {
  const saving = useAdminChange(['plans'], (given: Plan) => {
    const { plan_id, ...terms } = given;
    return plan === null
      ? adminCall('POST', PATH, { body: given })
      : adminCall('PATCH', PATH, { query: { plan_id }, body: terms });
  });
  return (
    <CardForm
      name={plan === null ? 'New plan' : `Plan ${plan.plan_id}`}
      action={plan === null ? 'Make the plan' : 'Change it for all users'}
      isBusy={saving.isPending}
      error={saving.error}
      onSubmit={(text, form) => {
        const limits = Object.fromEntries(LIMIT_NAMES.map(([limit]) => [limit, Number(text(limit) ?? 0)]));
        const given = {
          plan_id: plan?.plan_id ?? text('plan_id') ?? '',
          plan_name: text('plan_name') ?? '',
          monthly_price_usd: Number(text('price') ?? 0),
          ...(limits as Record<Limit, number>),
        };
        saving.mutate(given, {
          onSuccess: () => {
            form.reset();
            onDone();
          },
        });
      }}
    >
      <p className="w-full text-soft text-xs">Limits are requests a month and end user; 0 is not covered.</p>
      {plan === null ? <Field label="Id of the plan" name="plan_id" required placeholder="plan_starter" /> : null}
      <Field label="Name of the plan" name="plan_name" required defaultValue={plan?.plan_name} />
      <Field
        label="USD a month"
        name="price"
        type="number"
        min={0}
        step={0.01}
        className="w-28"
        defaultValue={plan?.monthly_price_usd}
      />
      {LIMIT_NAMES.map(([limit, label]) => (
        <Field
          key={limit}
          label={label}
          name={limit}
          type="number"
          min={0}
          className="w-28"
          placeholder="0"
          defaultValue={plan?.[limit]}
        />
      ))}
      {plan === null ? null : (
        <Button look="quiet" onClick={onDone}>
          Leave it
        </Button>
      )}
    </CardForm>
  );
}
