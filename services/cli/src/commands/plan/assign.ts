import type { KeyChange } from '@plat/accounts/operator';
import type { HomeOptions } from '@plat/standalone/settings';
import type { Command } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';

const planOfKeyCommand = (name: string, description: string, changeTo: (planId: string) => KeyChange): Command =>
  homeCommand(name, description, (command) =>
    command.argument('<plan>', 'id of the plan').requiredOption('--key <key>', 'id or prefix of an enterprise key'),
  ).action(async (planId: string, options: HomeOptions & { key: string }) => {
    const { changeKey, keyDocument } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, actor, output }) => {
      const key = await changeKey(accounts, actor, options.key, changeTo(planId));
      output.answer(keyDocument(key), () => `Plans of the key ${key.name}: ${key.planIds.join(', ') || 'none'}.`);
    });
  });

export const assignPlanCommand = () =>
  planOfKeyCommand('assign', 'let an enterprise key assign a plan to its users', (planId) => ({
    addPlanIds: [planId],
  }));

export const unassignPlanCommand = () =>
  planOfKeyCommand(
    'unassign',
    'stop an enterprise key from assigning a plan; existing subscriptions stay',
    (planId) => ({ removePlanIds: [planId] }),
  );
