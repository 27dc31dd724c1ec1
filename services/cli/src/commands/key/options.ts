import { MAX_MONTHLY_LIMIT, MAX_RATE_LIMIT } from '@plat/accounts/terms';
import { ENDPOINT_NAMES } from '@plat/contracts';
import { type HomeOptions, homeOption, jsonOption, parseWhole } from '@plat/standalone/settings';
import { Argument, type Command, Option } from 'commander';

/** Says that a list is not restricted any more. */
export const ALL = 'all';
/** Says that there is none any more. */
export const NONE = 'none';

export const keyArgument = () =>
  new Argument('<key>', 'id or prefix of the key, as `plat key list` shows them, or the key itself');

/** What can be said of a key when it is made and later. */
export interface KeyTermOptions extends HomeOptions {
  rateLimit?: number;
  monthlyLimit?: number;
  endpoints?: string;
  allowAddress?: string[];
  seat?: string;
}

export const withKeyTerms = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--rate-limit <requests>',
        'requests per minute, of legacy_search keys per second (default: subscriber 20, enterprise 60, legacy_search 100)',
      ).argParser(parseWhole(1, MAX_RATE_LIMIT)),
    )
    .addOption(
      new Option('--monthly-limit <requests>', 'of legacy_search keys, per month (default: 100000)').argParser(
        parseWhole(0, MAX_MONTHLY_LIMIT),
      ),
    )
    .option('--endpoints <a,b>', `endpoints that it may call, of ${ENDPOINT_NAMES.join(', ')}; ${ALL}: no restriction`)
    .option(
      '--allow-address <address...>',
      `IP addresses or CIDR blocks that it may be used from; ${ALL}: from everywhere`,
    )
    .option('--seat <name>', `seat of the company that a subscriber key belongs to; ${NONE}: the company's own`)
    .addOption(homeOption())
    .addOption(jsonOption());

export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The options as the accounts service understands them. */
export const keyTerms = (options: KeyTermOptions) => ({
  rateLimit: options.rateLimit,
  monthlyLimit: options.monthlyLimit,
  authorizedEndpoints: unlessAll(options.endpoints === undefined ? undefined : splitList(options.endpoints)),
  allowedAddresses: unlessAll(options.allowAddress?.flatMap(splitList)),
  seatName: options.seat === NONE ? null : options.seat,
});

const unlessAll = (list: string[] | undefined): string[] | null | undefined =>
  list?.length === 1 && list[0] === ALL ? null : list;
