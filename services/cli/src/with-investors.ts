import type { OperatorInvestors } from '@plat/investors/operator';
import { createOutput, type Output } from '@plat/standalone/output';
import type { HomeOptions } from '@plat/standalone/settings';
import { withHome } from './with-home.ts';

export interface InvestorsCommand {
  investors: OperatorInvestors;
  /** For calls of the same command to other services. */
  databaseUrl: string;
  output: Output;
}

/** Opens webhooks, deals and opt-outs of a home for one command. */
export function withInvestors(options: HomeOptions, work: (command: InvestorsCommand) => Promise<void>): Promise<void> {
  const output = createOutput(options.json);
  return withHome({ ...options, note: output.note }, async ({ database }) => {
    const { openOperatorInvestors } = await import('@plat/investors/operator');
    const investors = await openOperatorInvestors(database.url);
    try {
      await work({ investors, databaseUrl: database.url, output });
    } finally {
      await investors.close();
    }
  });
}
