import type { KeyRecord, keyDocument } from '@plat/accounts/operator';
import { type HomeOptions, homeOption, jsonOption } from '@plat/standalone/settings';
import { Command } from 'commander';
import { factTable } from '../../text-table.ts';
import { withAccounts } from '../../with-accounts.ts';
import { keyArgument } from './options.ts';

export const showKeyCommand = (): Command =>
  new Command('show')
    .description('show one key, but never its secret')
    .addArgument(keyArgument())
    .addOption(homeOption())
    .addOption(jsonOption())
    .action(async (reference: string, options: HomeOptions) => {
      const { findKey, keyDocument } = await import('@plat/accounts/operator');
      await withAccounts(options, async ({ accounts, output }) => {
        const key = await findKey(accounts, reference);
        output.answer(keyDocument(key), () => keyText(key, keyDocument(key)));
      });
    });

/** A key as text. */
export function keyText(key: KeyRecord, document: ReturnType<typeof keyDocument>): string {
  const window = key.rateWindowSeconds === 60 ? 'minute' : `${key.rateWindowSeconds} s`;
  return factTable({
    ...document,
    active: document.active ? 'yes' : 'no',
    is_test: key.isTest ? 'yes, never counts' : 'no',
    rate_limit: `${key.rateLimit} requests per ${window}`,
    rate_window_seconds: undefined,
    monthly_limit: key.monthlyLimit ?? 'by plan or company',
    authorized_endpoints: key.authorizedEndpoints ?? 'all',
    allowed_addresses: key.allowedAddresses ?? 'all',
    seat: key.seat === null ? null : `${key.seat.name}${key.seat.maySearchBuyers ? '' : ' (no buyer searches)'}`,
  });
}
