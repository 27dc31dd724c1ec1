import type { openOperatorAutomation } from '@plat/automation/operator';
import { createOutput, type Output } from '@plat/standalone/output';
import type { HomeOptions } from '@plat/standalone/settings';
import { withHome } from './with-home.ts';

export interface AutomationCommand {
  automation: Awaited<ReturnType<typeof openOperatorAutomation>>;
  output: Output;
}

/** Opens the automation users of a home for one command. */
export function withAutomation(
  options: HomeOptions,
  work: (command: AutomationCommand) => Promise<void>,
): Promise<void> {
  const output = createOutput(options.json);
  return withHome({ ...options, note: output.note }, async ({ database }) => {
    const { openOperatorAutomation } = await import('@plat/automation/operator');
    const automation = await openOperatorAutomation(database.url);
    try {
      await work({ automation, output });
    } finally {
      await automation.close();
    }
  });
}
