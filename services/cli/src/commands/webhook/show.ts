import type { HomeOptions } from '@plat/standalone/settings';
import { withWebhookKey } from '../../with-webhook-key.ts';
import { homeCommand } from '../home-command.ts';
import { keyArgument } from '../key/options.ts';
import { settingsText } from './settings-text.ts';

export const showWebhookCommand = () =>
  homeCommand('show', 'show the webhook settings of a key with its signing secret', (command) =>
    command.addArgument(keyArgument()),
  ).action(async (reference: string, options: HomeOptions) => {
    const { readSettings } = await import('@plat/investors/operator');
    await withWebhookKey(options, reference, async ({ investors, owner, output }) => {
      const settings = await readSettings(investors.webhookSettings, owner);
      output.answer(settings, () => settingsText(settings));
    });
  });
