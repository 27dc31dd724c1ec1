import { newUserIdProblem } from '@plat/contracts';
import { checkUserId, type UserOptions, userCommandOf, withEnterpriseKey } from './user-command.ts';

export const createUserCommand = () =>
  userCommandOf('create', 'create an end user', (command) =>
    command
      .argument('<user>', 'identifier of the end user, as sent in x-user-id')
      .option('--inactive', 'create it inactive, without access to data endpoints', false),
  ).action(async (userId: string, options: UserOptions & { inactive: boolean }) => {
    const { createApiUser } = await import('@plat/accounts/operator');
    checkUserId(userId, newUserIdProblem);
    await withEnterpriseKey(options, async ({ accounts, actor, output, key }) => {
      const user = await createApiUser(accounts, actor, key.id, { user_id: userId, active: !options.inactive });
      output.answer(user, () => `Created the user ${user.user_id}, ${user.active ? 'active' : 'inactive'}.`);
    });
  });
