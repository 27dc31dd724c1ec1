import type { OperatorInvestors } from '@plat/investors/operator';
import type { HostEnvironment } from '@plat/standalone/environment';
import { createOutput, type Output } from '@plat/standalone/output';
import type { HomeOptions } from '@plat/standalone/settings';
import { withHome } from './with-home.ts';

export interface WebhookKeyCommand {
  investors: OperatorInvestors;
  /** The owner of the webhooks. */
  owner: { keyId: string; companyId: string };
  environment: HostEnvironment;
  output: Output;
}

/**
 * Opens the webhooks of one key of a home for one command.
 * @param reference id or prefix of the key, or the key itself. @throws AppError NOT_FOUND for an unknown key.
 */
export function withWebhookKey(
  options: HomeOptions,
  reference: string,
  work: (command: WebhookKeyCommand) => Promise<void>,
): Promise<void> {
  const output = createOutput(options.json);
  return withHome({ ...options, note: output.note }, async ({ database, environment }) => {
    const { openOperatorInvestors } = await import('@plat/investors/operator');
    const owner = await ownerOf(database.url, reference);
    const investors = await openOperatorInvestors(database.url);
    try {
      await work({ investors, owner, environment, output });
    } finally {
      await investors.close();
    }
  });
}

async function ownerOf(databaseUrl: string, reference: string): Promise<WebhookKeyCommand['owner']> {
  const [{ findKey }, { openOperatorAccounts }, { createUnsharedKeyEpochs }] = await Promise.all([
    import('@plat/accounts/operator'),
    import('@plat/accounts/deps'),
    import('@plat/limits'),
  ]);
  const accounts = await openOperatorAccounts(databaseUrl, createUnsharedKeyEpochs());
  try {
    const { id: keyId, companyId } = await findKey(accounts, reference);
    return { keyId, companyId };
  } finally {
    await accounts.close();
  }
}
