import { checkInput, updateWebhookSettings, type WebhookSettingsChange } from '@plat/contracts';
import { MisuseError } from '@plat/standalone/failures';
import type { HomeOptions } from '@plat/standalone/settings';
import { InvalidArgumentError, Option } from 'commander';
import { withWebhookKey } from '../../with-webhook-key.ts';
import { homeCommand } from '../home-command.ts';
import { keyArgument, NONE } from '../key/options.ts';
import { settingsText } from './settings-text.ts';

interface SetOptions extends HomeOptions {
  retries?: boolean;
  dealUrl?: string;
  rotateSecret?: true;
}

function parseOnOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('It must be on or off.');
}

export const setWebhookCommand = () =>
  homeCommand('set', 'change webhook settings of a key; omitted options stay unchanged', (command) =>
    command
      .addArgument(keyArgument())
      .addOption(new Option('--retries <on|off>', 'retry failed calls for about three days').argParser(parseOnOff))
      .option('--deal-url <url>', `https URL of a CRM that receives every deal, or ${NONE}`)
      .option('--rotate-secret', 'create a new signing secret; the old one also signs for 24 hours'),
  ).action(async (reference: string, options: SetOptions) => {
    const { egressPolicy } = await import('@plat/egress');
    const { changeSettings } = await import('@plat/investors/operator');
    const { validationError } = await import('@plat/kit');
    const change = changeOf(options);
    if (Object.keys(change).length === 0) {
      throw new MisuseError('There is nothing to change: name --retries, --deal-url or --rotate-secret.');
    }
    await withWebhookKey(options, reference, async ({ investors, owner, environment, output }) => {
      const checked = checkInput(updateWebhookSettings, change, {}, undefined, egressPolicy(environment));
      if (!checked.ok) throw validationError(checked.problems);
      const settings = await changeSettings(investors.webhookSettings, owner, change);
      output.answer(settings, () => settingsText(settings));
    });
  });

const changeOf = ({ retries, dealUrl, rotateSecret }: SetOptions): WebhookSettingsChange => ({
  ...(retries === undefined ? {} : { retries }),
  ...(dealUrl === undefined ? {} : { deal_url: dealUrl === NONE ? null : dealUrl }),
  ...(rotateSecret === undefined ? {} : { rotate_signing_secret: rotateSecret }),
});
