import type { HomeOptions } from '@plat/standalone/settings';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { type SubscriptionOption, subscriptionOf, subscriptionOption } from './options.ts';

interface CreateOptions extends HomeOptions {
  name: string;
  email?: string;
  subscription?: SubscriptionOption;
}

export const createAccountCommand = () =>
  homeCommand('create', 'create a company', (command) =>
    command
      .requiredOption('--name <name>', 'name of the company')
      .option('--email <address>', 'contact address of the account')
      .addOption(subscriptionOption()),
  ).action(async (options: CreateOptions) => {
    const { companyDocument, createCompany } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, actor, output }) => {
      const company = await createCompany(accounts, actor, {
        name: options.name,
        contactEmail: options.email ?? null,
        subscription: subscriptionOf(options.subscription) ?? null,
      });
      output.answer(companyDocument(company), () => `Created the account ${company.name}. Its id is ${company.id}.`);
    });
  });
