import type { HomeOptions } from '@plat/standalone/settings';
import { withAutomation } from '../../with-automation.ts';
import { homeCommand } from '../home-command.ts';
import { userDocument } from './user-document.ts';

const stateCommand = (name: string, description: string, active: boolean) =>
  homeCommand(name, description, (command) => command.argument('<uid>', 'who')).action(
    async (uid: string, options: HomeOptions) => {
      const { setUserActive } = await import('@plat/automation/operator');
      await withAutomation(options, async ({ automation, output }) => {
        const user = await setUserActive(automation, uid, active);
        output.answer(userDocument(user), () => `The user ${uid} is ${active ? 'active' : 'disabled'}.`);
      });
    },
  );

export const disableAutomationUserCommand = () =>
  stateCommand('disable', 'disable a user: reject the key and every setup immediately; URLs stay', false);
export const enableAutomationUserCommand = () => stateCommand('enable', 'enable a disabled user again', true);
