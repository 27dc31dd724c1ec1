import type { Plan } from '@plat/contracts';
import type { HomeOptions } from '@plat/standalone/settings';
import { textTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';

export const listPlansCommand = () =>
  homeCommand('list', 'list all plans with their limits', (command) =>
    command.option('--key <key>', 'only plans that this key may assign'),
  ).action(async (options: HomeOptions & { key?: string }) => {
    const { findKey } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, output }) => {
      const plans =
        options.key === undefined
          ? await accounts.plans.list()
          : await accounts.plans.ofKey((await findKey(accounts, options.key)).id);
      output.answer({ plans }, () => (plans.length === 0 ? 'There are no plans.' : planTable(plans)));
    });
  });

/** Plans as text; limits are requests per month and end user. */
export const planTable = (plans: readonly Plan[]): string =>
  textTable(
    ['id', 'name', 'USD', 'autocomplete', 'buyers', 'analytics', 'investor comps', 'retail comps', 'linked deals'],
    plans.map((plan) => [
      plan.plan_id,
      plan.plan_name,
      plan.monthly_price_usd,
      plan.autocomplete_limit,
      plan.buyer_search_limit,
      plan.analytics_search_limit,
      plan.investor_comps_limit,
      plan.retail_comps_limit,
      plan.linked_deals_limit,
    ]),
  );
