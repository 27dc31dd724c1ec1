import type { HomeOptions } from '@plat/standalone/settings';
import { Option } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { accountArgument } from './options.ts';

export const seatCommand = () =>
  homeCommand('seat', 'create a seat of a company, or change its rights (`plat account show` lists seats)', (command) =>
    command
      .addArgument(accountArgument())
      .argument('<seat>', 'name of the person')
      .addOption(
        new Option('--buyer-searches <allowed>', 'whether keys of this seat may run buyer searches')
          .choices(['yes', 'no'])
          .default('yes'),
      ),
  ).action(async (reference: string, name: string, options: HomeOptions & { buyerSearches: 'yes' | 'no' }) => {
    const { seatDocument, setSeat } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, actor, output }) => {
      const maySearchBuyers = options.buyerSearches === 'yes';
      const seat = await setSeat(accounts, actor, reference, { name, maySearchBuyers });
      output.answer(
        seatDocument(seat),
        () => `The seat ${seat.name} ${maySearchBuyers ? 'may' : 'may not'} run buyer searches.`,
      );
    });
  });
