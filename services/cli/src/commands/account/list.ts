import type { HomeOptions } from '@plat/standalone/settings';
import { textTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';

export const listAccountsCommand = () =>
  homeCommand('list', 'list all companies by name', (command) => command).action(async (options: HomeOptions) => {
    const { companyDocument } = await import('@plat/accounts/operator');
    await withAccounts(options, async ({ accounts, output }) => {
      const companies = await accounts.companies.list();
      output.answer({ accounts: companies.map(companyDocument) }, () =>
        companies.length === 0
          ? 'There are no accounts.'
          : textTable(
              ['id', 'name', 'email', 'subscription', 'created', 'state'],
              companies.map((company) => [
                company.id,
                company.name,
                company.contactEmail ?? '-',
                company.subscription ?? '-',
                company.createdAt.slice(0, 10),
                company.active ? 'active' : 'deactivated',
              ]),
            ),
      );
    });
  });
