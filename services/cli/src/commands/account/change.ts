import type { CompanyChange } from '@plat/accounts/operator';
import { type HomeOptions, requireChange } from '@plat/standalone/settings';
import { factTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { accountArgument, NONE, type SubscriptionOption, subscriptionOf, subscriptionOption } from './options.ts';

interface ChangeOptions extends HomeOptions {
  name?: string;
  email?: string;
  subscription?: SubscriptionOption;
}

export const changeAccountCommand = () =>
  homeCommand('change', 'change a company; omitted options stay unchanged', (command) =>
    command
      .addArgument(accountArgument())
      .option('--name <name>', 'new name of the company')
      .option('--email <address>', `contact address of the account; ${NONE} removes it`)
      .addOption(subscriptionOption()),
  ).action(async (reference: string, options: ChangeOptions) => {
    const { name, email } = options;
    const subscription = subscriptionOf(options.subscription);
    await change(
      reference,
      options,
      requireChange({ name, contactEmail: email === NONE ? null : email, subscription }) as CompanyChange,
    );
  });

export const deactivateAccountCommand = () =>
  homeCommand('deactivate', 'deactivate a company, which stops all its keys', (command) =>
    command.addArgument(accountArgument()),
  ).action((reference: string, options: HomeOptions) => change(reference, options, { active: false }));

export const activateAccountCommand = () =>
  homeCommand('activate', 'activate a company, so that its keys work again', (command) =>
    command.addArgument(accountArgument()),
  ).action((reference: string, options: HomeOptions) => change(reference, options, { active: true }));

const change = async (reference: string, options: HomeOptions, wanted: CompanyChange): Promise<void> => {
  const { changeCompany, companyDocument } = await import('@plat/accounts/operator');
  await withAccounts(options, async ({ accounts, actor, output }) => {
    const company = await changeCompany(accounts, actor, reference, wanted);
    output.answer(companyDocument(company), () =>
      factTable({ ...companyDocument(company), active: company.active ? 'yes' : 'no' }),
    );
  });
};
