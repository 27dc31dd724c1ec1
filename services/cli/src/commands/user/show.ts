import type { UserDetails } from '@plat/contracts';
import { factTable, textTable } from '../../text-table.ts';
import { checkUserId, type UserOptions, userCommandOf, withEnterpriseKey } from './user-command.ts';

export const showUserCommand = () =>
  userCommandOf('show', 'show one end user with subscriptions and usage of this month', (command) =>
    command.argument('<user>', 'identifier of the end user'),
  ).action(async (userId: string, options: UserOptions) => {
    const { getApiUser } = await import('@plat/accounts/operator');
    checkUserId(userId);
    await withEnterpriseKey(options, async ({ accounts, output, key }) => {
      const user = await getApiUser(accounts, key.id, userId);
      output.answer(user, () => userText(user));
    });
  });

const userText = (user: UserDetails): string => {
  const { subscriptions, current_period_usage: usage, ...facts } = user;
  const parts = [factTable({ ...facts, active: user.active ? 'yes' : 'no' })];
  if (subscriptions.length > 0) {
    parts.push(
      textTable(
        ['subscription', 'plan', 'created', 'state'],
        subscriptions.map(({ id, plan_id, active, created_at }) => [
          ...[id, plan_id, created_at.slice(0, 10)],
          active ? 'active' : 'inactive',
        ]),
      ),
    );
  }
  parts.push(textTable(['endpoint', 'used this month'], Object.entries(usage)));
  return parts.join('\n\n');
};
