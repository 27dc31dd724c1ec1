import type { User } from '@plat/contracts';
import { textTable } from '../../text-table.ts';
import { type UserOptions, userCommandOf, withEnterpriseKey } from './user-command.ts';

export const listUsersCommand = () =>
  userCommandOf('list', 'list all end users of a key', (command) => command).action(async (options: UserOptions) => {
    const { listApiUsers } = await import('@plat/accounts/operator');
    await withEnterpriseKey(options, async ({ accounts, output, key }) => {
      const users: User[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await listApiUsers(accounts, key.id, cursor);
        users.push(...page.users);
        cursor = page.next_cursor;
      }
      output.answer({ users }, () =>
        users.length === 0
          ? 'The key has no end users.'
          : textTable(
              ['user', 'created', 'state'],
              users.map((user) => [user.user_id, user.created_at.slice(0, 10), user.active ? 'active' : 'inactive']),
            ),
      );
    });
  });
