import type { OperatorAccounts } from '@plat/accounts/deps';
import type { Actor, KeyRecord } from '@plat/accounts/operator';
import { type HomeOptions, homeOption, jsonOption } from '@plat/standalone/settings';
import { Command } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { keyArgument } from './options.ts';

type Stop = (accounts: OperatorAccounts, actor: Actor, reference: string) => Promise<KeyRecord>;

const change =
  (active: boolean): Stop =>
  async (...on) => {
    const { changeKey } = await import('@plat/accounts/operator');
    return changeKey(...on, { active });
  };

const stopCommand = (name: string, description: string, outcome: string, stop: Stop): Command =>
  new Command(name)
    .description(description)
    .addArgument(keyArgument())
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (reference: string, options: HomeOptions) => {
      const { keyDocument } = await import('@plat/accounts/operator');
      await withAccounts(options, async ({ accounts, actor, output }) => {
        const key = await stop(accounts, actor, reference);
        output.answer(keyDocument(key), () => `The key ${key.name} (${key.id}) is ${outcome}.`);
      });
    });

export const revokeKeyCommand = (): Command =>
  stopCommand(
    'revoke',
    'revoke a key permanently; every running Plat rejects it when the command returns',
    'revoked',
    async (...on) => (await import('@plat/accounts/operator')).revokeKey(...on),
  );

export const deactivateKeyCommand = (): Command =>
  stopCommand(
    'deactivate',
    'deactivate a key until it is activated again; every running Plat rejects it when the command returns',
    'deactivated',
    change(false),
  );

export const activateKeyCommand = (): Command =>
  stopCommand('activate', 'activate a deactivated key', 'active', change(true));
