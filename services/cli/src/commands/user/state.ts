import type { Command } from 'commander';
import { checkUserId, type UserOptions, userCommandOf, withEnterpriseKey } from './user-command.ts';

const stateCommand = (name: string, description: string, active: boolean): Command =>
  userCommandOf(name, description, (command) => command.argument('<user>', 'identifier of the end user')).action(
    async (userId: string, options: UserOptions) => {
      const { updateApiUser } = await import('@plat/accounts/operator');
      checkUserId(userId);
      await withEnterpriseKey(options, async ({ accounts, actor, output, key }) => {
        const user = await updateApiUser(accounts, actor, key.id, { user_id: userId, active });
        output.answer(user, () => `The user ${user.user_id} is ${active ? 'active' : 'inactive'}.`);
      });
    },
  );

export const activateUserCommand = () =>
  stateCommand('activate', 'activate an end user; subscriptions stay unchanged', true);

export const deactivateUserCommand = () =>
  stateCommand('deactivate', 'deactivate an end user and all subscriptions of the user', false);
