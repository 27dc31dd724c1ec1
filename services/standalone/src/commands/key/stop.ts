import { type Actor, changeKey, type KeyRecord, keyDocument, revokeKey } from '@plat/accounts';
import type { OperatorAccounts } from '@plat/accounts/deps';
import { Command } from 'commander';
import { type HomeOptions, homeOption, jsonOption } from '../../settings.ts';
import { withAccounts } from '../../with-accounts.ts';
import { keyArgument } from './options.ts';

type Stop = (accounts: OperatorAccounts, actor: Actor, reference: string) => Promise<KeyRecord>;

const stopCommand = (name: string, description: string, outcome: string, stop: Stop): Command =>
  new Command(name)
    .description(description)
    .addArgument(keyArgument())
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (reference: string, options: HomeOptions) => {
      await withAccounts(options, async ({ accounts, actor, output }) => {
        const key = await stop(accounts, actor, reference);
        output.answer(keyDocument(key), () => `The key ${key.name} (${key.id}) is ${outcome}.`);
      });
    });

export const revokeKeyCommand = (): Command =>
  stopCommand(
    'revoke',
    'revoke a key for good; every running Plat refuses it when the command returns',
    'revoked',
    revokeKey,
  );

export const deactivateKeyCommand = (): Command =>
  stopCommand(
    'deactivate',
    'stop a key until it is activated again; every running Plat refuses it when the command returns',
    'deactivated',
    (accounts, actor, reference) => changeKey(accounts, actor, reference, { active: false }),
  );

export const activateKeyCommand = (): Command =>
  stopCommand('activate', 'let a deactivated key work again', 'active', (accounts, actor, reference) =>
    changeKey(accounts, actor, reference, { active: true }),
  );
