import { MAX_MONTHLY_LIMIT } from '@plat/accounts/terms';
import { METERED_ENDPOINT_NAMES } from '@plat/contracts';
import { type HomeOptions, parseWhole, requireChange } from '@plat/standalone/settings';
import { Argument, Option } from 'commander';
import { withAccounts } from '../../with-accounts.ts';
import { homeCommand } from '../home-command.ts';
import { accountArgument, NONE } from './options.ts';

/** Commander reads null as a missing value. */
type LimitOption = number | typeof NONE;

interface LimitOptions extends HomeOptions {
  custom?: LimitOption;
  plan?: LimitOption;
}

const limitOf = (option: LimitOption | undefined): number | null | undefined => (option === NONE ? null : option);

const parseLimit = (text: string): LimitOption => (text === NONE ? NONE : parseWhole(0, MAX_MONTHLY_LIMIT)(text));

export const limitAccountCommand = () =>
  homeCommand('limit', "change a monthly limit of a company's subscriber keys", (command) =>
    command
      .addArgument(accountArgument())
      .addArgument(new Argument('<endpoint>', 'endpoint to limit').choices(METERED_ENDPOINT_NAMES))
      .addOption(
        new Option('--custom <requests>', `agreed limit instead of the documented one; ${NONE} removes it`).argParser(
          parseLimit,
        ),
      )
      .addOption(
        new Option('--plan <requests>', `limit of the plan or trial, if it is lower; ${NONE} removes it`).argParser(
          parseLimit,
        ),
      ),
  ).action(async (reference: string, endpoint: string, options: LimitOptions) => {
    const { limitDocument, setCompanyLimit } = await import('@plat/accounts/operator');
    const change = requireChange({ customLimit: limitOf(options.custom), planLimit: limitOf(options.plan) });
    await withAccounts(options, async ({ accounts, actor, output }) => {
      const limit = await setCompanyLimit(accounts, actor, reference, { endpoint, ...change });
      output.answer(limitDocument(limit), () => {
        const { customLimit, planLimit } = limit;
        return `${endpoint}: custom ${customLimit ?? NONE}, plan ${planLimit ?? NONE} requests a month.`;
      });
    });
  });
