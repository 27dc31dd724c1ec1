import type { HomeOptions } from '@plat/standalone/settings';
import { textTable } from '../../text-table.ts';
import { withAutomation } from '../../with-automation.ts';
import { homeCommand } from '../home-command.ts';
import { userDocument } from './user-document.ts';

export const listAutomationUsersCommand = () =>
  homeCommand('list', 'list all users with their keys and numbers of URLs', (command) => command).action(
    async (options: HomeOptions) => {
      await withAutomation(options, async ({ automation, output }) => {
        const users = (await automation.users.list()).map(userDocument);
        output.answer({ users }, () =>
          users.length === 0
            ? 'There are no automation users.'
            : textTable(
                ['uid', 'email', 'key', 'last used', 'URLs', 'failing', 'state'],
                users.map((user) => [
                  ...[user.uid, user.email ?? '-', user.key_prefix ?? '-', user.key_last_used_at?.slice(0, 10) ?? '-'],
                  ...[user.subscriptions, user.failing, user.active ? 'active' : 'disabled'],
                ]),
              ),
        );
      });
    },
  );
