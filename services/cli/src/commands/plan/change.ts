import { requireChange } from '@plat/standalone/settings';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { planTable } from './list.ts';
import { type PlanOptions, planTerms, withPlanTerms } from './options.ts';

export const changePlanCommand = () =>
  homeCommand('change', 'change a plan for all its users immediately; omitted options stay unchanged', (command) =>
    withPlanTerms(
      command.argument('<plan>', 'id of the plan').option('--name <name>', 'name shown to callers'),
      'default: unchanged',
    ),
  ).action(async (planId: string, options: PlanOptions) => {
    const { changePlan } = await import('@plat/accounts/operator');
    const change = requireChange(planTerms(options));
    await withAccounts(options, async ({ accounts, actor, output }) => {
      const plan = await changePlan(accounts, actor, planId, change);
      output.answer(plan, () => planTable([plan]));
    });
  });
