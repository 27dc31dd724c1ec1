import type { HomeOptions } from '@plat/standalone/settings';
import { withAutomation } from '../../with-automation.ts';
import { homeCommand } from '../home-command.ts';
import { userDocument } from './user-document.ts';

export const addAutomationUserCommand = () =>
  homeCommand('add', 'add a user, who may then set up a key with an ID token', (command) =>
    command
      .argument('<uid>', "subject of this person's ID tokens")
      .option('--email <address>', 'account name shown by the automation platform; a token may replace it')
      .option('--name <name>', 'name of the person'),
  ).action(async (uid: string, options: HomeOptions & { email?: string; name?: string }) => {
    const { addUser } = await import('@plat/automation/operator');
    await withAutomation(options, async ({ automation, output }) => {
      const identity = { uid, email: options.email ?? null, displayName: options.name ?? null };
      output.answer(userDocument(await addUser(automation, identity)), () => `Added the user ${uid}.`);
    });
  });
