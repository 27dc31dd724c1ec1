import type { Command } from 'commander';
import { checkUserId, type UserOptions, userCommandOf, withEnterpriseKey } from './user-command.ts';

export const subscribeUserCommand = () =>
  userCommandOf('subscribe', 'assign a plan of the key to an end user; limits of several plans add up', (command) =>
    command.argument('<user>', 'identifier of the end user').argument('<plan>', 'id of the plan'),
  ).action(async (userId: string, planId: string, options: UserOptions) => {
    const { createApiUserSubscription } = await import('@plat/accounts/operator');
    checkUserId(userId);
    await withEnterpriseKey(options, async ({ accounts, actor, output, key }) => {
      const request = { user_id: userId, plan_id: planId };
      const subscription = await createApiUserSubscription(accounts, actor, key.id, request);
      output.answer(subscription, () => `The user ${userId} has the plan ${planId}: subscription ${subscription.id}.`);
    });
  });

const stateCommand = (name: string, description: string, active: boolean): Command =>
  userCommandOf(name, description, (command) =>
    command.argument('<subscription>', 'id of the subscription, as listed by `plat user show`'),
  ).action(async (id: string, options: UserOptions) => {
    const { updateApiUserSubscription } = await import('@plat/accounts/operator');
    await withEnterpriseKey(options, async ({ accounts, actor, output, key }) => {
      const subscription = await updateApiUserSubscription(accounts, actor, key.id, { subscription_id: id, active });
      output.answer(subscription, () => `The subscription ${id} is ${active ? 'active' : 'inactive'}.`);
    });
  });

export const unsubscribeUserCommand = () => stateCommand('unsubscribe', 'deactivate a subscription', false);

export const resubscribeUserCommand = () => stateCommand('resubscribe', 'activate a subscription again', true);
