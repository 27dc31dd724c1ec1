import type { KeyRecord } from '@plat/accounts/operator';
import { type HomeOptions, homeOption, jsonOption } from '@plat/standalone/settings';
import { Command } from 'commander';
import { textTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';

export const listKeysCommand = (): Command =>
  new Command('list')
    .description('list all keys, newest first')
    .option('--company <name or id>', 'only keys of this company')
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (options: HomeOptions & { company?: string }) => {
      const { findCompany, keyDocument, listKeys } = await import('@plat/accounts/operator');
      await withAccounts(options, async ({ accounts, output }) => {
        const company = options.company === undefined ? undefined : await findCompany(accounts, options.company);
        const keys = await listKeys(accounts, company?.id);
        output.answer({ keys: keys.map(keyDocument) }, () =>
          keys.length === 0 ? 'There are no keys.' : keyTable(keys),
        );
      });
    });

const day = (instant: string | null): string => instant?.slice(0, 10) ?? '-';

const stateOf = (key: KeyRecord): string => {
  if (key.revokedAt !== null) return `revoked ${day(key.revokedAt)}`;
  if (key.deactivatedAt !== null) return `deactivated ${day(key.deactivatedAt)}`;
  return key.companyActive ? 'active' : 'company deactivated';
};

const keyTable = (keys: readonly KeyRecord[]): string =>
  textTable(
    ['id\nprefix', 'kind', 'name\ncompany', 'limit', 'created\nlast used', 'state'],
    keys.map((key) => [
      `${key.id}\n${key.keyPrefix}`,
      key.kind,
      `${key.name}\n${key.companyName}`,
      `${key.rateLimit} in ${key.rateWindowSeconds} s`,
      `${day(key.createdAt)}\n${day(key.lastUsedAt)}`,
      stateOf(key),
    ]),
  );
