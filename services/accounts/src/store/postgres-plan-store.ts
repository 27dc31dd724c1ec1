import type { Plan } from '@plat/contracts';
import type { Sql } from '@plat/db';
import type { PlanStore } from '../domain/plans/ports.ts';
import type { Changes } from './changes.ts';

interface PlanRow extends Omit<Plan, 'monthly_price_usd'> {
  /** The driver returns PostgreSQL's numeric as a string. */
  monthly_price_usd: string;
}

export function createPostgresPlanStore(sql: Sql, changes: Changes): PlanStore {
  const columns = sql`
    p.id as plan_id, p.name as plan_name, p.monthly_price_usd, p.autocomplete_limit, p.analytics_search_limit,
    p.buyer_search_limit, p.investor_comps_limit, p.retail_comps_limit, p.linked_deals_limit`;

  return {
    insert: (actor, plan) =>
      changes.run(actor, async ({ tx, audit }) => {
        const { plan_id: id, plan_name: name, ...terms } = plan;
        const rows = await tx`
          insert into accounts.plans ${tx({ id, name, ...terms })} on conflict (id) do nothing returning id`;
        if (rows.length === 0) return null;
        await audit({ action: 'plan.created', subject: `plan:${id}`, before: null, after: plan });
        return plan;
      }),

    list: async () => (await sql<PlanRow[]>`select ${columns} from accounts.plans p order by p.id`).map(toPlan),

    ofKey: async (keyId) => {
      const rows = await sql<PlanRow[]>`
        select ${columns} from accounts.plans p join accounts.key_plans k on k.plan_id = p.id
        where k.key_id = ${keyId} order by p.id`;
      return rows.map(toPlan);
    },

    change: (actor, planId, wanted) =>
      changes.run(actor, async ({ tx, audit, concerns }) => {
        const [row] = await tx<PlanRow[]>`select ${columns} from accounts.plans p where p.id = ${planId} for update`;
        if (row === undefined) return null;
        const before = toPlan(row);
        const after = { ...before, ...wanted };
        if (JSON.stringify(after) === JSON.stringify(before)) return before;
        const { plan_id: id, plan_name: name, ...terms } = after;
        await tx`update accounts.plans set ${tx({ name, ...terms })} where id = ${id}`;
        await audit({ action: 'plan.changed', subject: `plan:${id}`, before, after });
        const keys = await tx<{ key_id: string }[]>`
          select distinct u.key_id from accounts.user_subscriptions s
          join accounts.end_users u on u.id = s.end_user_id where s.plan_id = ${id}`;
        concerns(keys.map(({ key_id }) => key_id));
        return after;
      }),
  };
}

const toPlan = (row: PlanRow): Plan => ({ ...row, monthly_price_usd: Number(row.monthly_price_usd) });
