import type { CompanyDetails, keyDocument } from '@plat/accounts/operator';
import type { HomeOptions } from '@plat/standalone/settings';
import { factTable, textTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { accountArgument } from './options.ts';

type KeyDocument = ReturnType<typeof keyDocument>;

export const showAccountCommand = () =>
  homeCommand('show', 'show one company with its limits, seats and keys', (command) =>
    command.addArgument(accountArgument()),
  ).action(async (reference: string, options: HomeOptions) => {
    const { companyDetailsDocument, companyDocument, findCompany, keyDocument, listKeys } = await import(
      '@plat/accounts/operator'
    );
    await withAccounts(options, async ({ accounts, output }) => {
      const company = await findCompany(accounts, reference);
      const keys = (await listKeys(accounts, company.id)).map(keyDocument);
      output.answer({ ...companyDetailsDocument(company), keys }, () =>
        [factTable({ ...companyDocument(company), active: company.active ? 'yes' : 'no' })]
          .concat(limitText(company), seatText(company), keyText(keys))
          .join('\n\n'),
      );
    });
  });

const limitText = ({ limits }: CompanyDetails): string[] =>
  limits.length === 0
    ? ['Limits of subscriber keys: the documented ones.']
    : [
        textTable(
          ['monthly limit', 'custom', 'by plan'],
          limits.map(({ endpoint, customLimit, planLimit }) => [endpoint, customLimit ?? '-', planLimit ?? '-']),
        ),
      ];

const seatText = ({ seats }: CompanyDetails): string[] =>
  seats.length === 0
    ? []
    : [
        textTable(
          ['seat', 'buyer searches'],
          seats.map(({ name, maySearchBuyers }) => [name, maySearchBuyers ? 'yes' : 'no']),
        ),
      ];

const keyText = (keys: readonly KeyDocument[]): string[] =>
  keys.length === 0
    ? ['It has no keys.']
    : [
        textTable(
          ['key', 'prefix', 'kind', 'name', 'active'],
          keys.map((key) => [key.id, key.key_prefix, key.kind, key.name, key.active ? 'yes' : 'no']),
        ),
      ];
