import { MAX_MONTHLY_LIMIT, MAX_RATE_LIMIT } from '@plat/accounts/terms';
import { ENDPOINT_NAMES } from '@plat/contracts';
import { type HomeOptions, homeOption, jsonOption, parseWhole } from '@plat/standalone/settings';
import { Argument, type Command, Option } from 'commander';

/** Removes the restriction of a list. */
const ALL = 'all';
/** Removes a value. */
export const NONE = 'none';

export const keyArgument = () =>
  new Argument('<key>', 'id or prefix of the key, as listed by `plat key list`, or the key itself');

/** Settings of a key at creation and later. */
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
        'requests per minute, for legacy_search keys per second (default: subscriber 20, enterprise 60, legacy_search 100)',
      ).argParser(parseWhole(1, MAX_RATE_LIMIT)),
    )
    .addOption(
      new Option('--monthly-limit <requests>', 'requests per month of legacy_search keys (default: 100000)').argParser(
        parseWhole(0, MAX_MONTHLY_LIMIT),
      ),
    )
    .option(
      '--endpoints <a,b>',
      `allowed endpoints, of ${ENDPOINT_NAMES.join(', ')}; offers come with retail_comps unless the list has -offers; ${ALL}: no restriction`,
    )
    .option('--allow-address <address...>', `allowed IP addresses or CIDR blocks; ${ALL}: any address`)
    .option('--seat <name>', `seat of the company that owns a subscriber key; ${NONE}: the company itself`)
    .addOption(homeOption())
    .addOption(jsonOption());

export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Converts the options for the accounts service. */
export const keyTerms = (options: KeyTermOptions) => ({
  rateLimit: options.rateLimit,
  monthlyLimit: options.monthlyLimit,
  authorizedEndpoints: unlessAll(options.endpoints === undefined ? undefined : splitList(options.endpoints)),
  allowedAddresses: unlessAll(options.allowAddress?.flatMap(splitList)),
  seatName: options.seat === NONE ? null : options.seat,
});

const unlessAll = (list: string[] | undefined): string[] | null | undefined =>
  list?.length === 1 && list[0] === ALL ? null : list;
