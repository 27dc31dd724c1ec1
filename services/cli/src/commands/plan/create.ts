import { PLAN_LIMITS } from '@plat/accounts/terms';
import type { Plan } from '@plat/contracts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { endpointsUnder, flagOf, type PlanOptions, planTerms, withPlanTerms } from './options.ts';

export const createPlanCommand = () =>
  homeCommand('create', 'create a plan; `plat plan assign` then lets a key assign it to its users', (command) =>
    withPlanTerms(
      command
        .argument('<plan>', 'id of the plan, such as plan_starter')
        .requiredOption('--name <name>', 'name shown to callers'),
      'default: 0',
    ),
  ).action(async (planId: string, options: PlanOptions) => {
    const { createPlan } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, actor, output }) => {
      const none = Object.fromEntries(PLAN_LIMITS.map((limit) => [limit, 0]));
      const terms = { monthly_price_usd: 0, ...none, ...planTerms(options) };
      const plan = await createPlan(accounts, actor, { plan_id: planId, ...terms } as Plan);
      const closed = PLAN_LIMITS.filter((limit) => plan[limit] === 0).flatMap(endpointsUnder);
      output.answer({ ...plan, not_covered: closed }, () => createdText(plan, closed));
    });
  });

function createdText({ plan_id: planId }: Plan, closed: readonly string[]): string {
  const created = `Created the plan ${planId}.`;
  if (closed.length === 0) return created;
  const example = flagOf(PLAN_LIMITS.find((limit) => endpointsUnder(limit).includes(closed[0]!))!);
  return [
    created,
    `It does not cover: ${closed.join(', ')}. Requests to them are rejected until they get a limit, for example with`,
    `  plat plan change ${planId} --${example} 100`,
  ].join('\n');
}
