import { MAX_MONTHLY_LIMIT, PLAN_LIMITS } from '@plat/accounts/terms';
import type { Plan } from '@plat/contracts';
import { type HomeOptions, parseWhole } from '@plat/standalone/settings';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Options of a plan; the limits are named after their columns. */
export type PlanOptions = HomeOptions & { name?: string; price?: number } & Readonly<Record<string, unknown>>;

/** The option name for a limit of a plan, without dashes. */
export const flagOf = (limit: string): string => limit.replace(/_limit$/, '').replaceAll('_', '-');
/** The endpoints that a plan limit covers. */
export const endpointsUnder = (limit: string): string[] => {
  const endpoint = limit.replace(/_limit$/, '');
  return endpoint === 'analytics_search' ? [endpoint, 'analytics_summary'] : [endpoint];
};
const optionNameOf = (limit: string): string => flagOf(limit).replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

export const withPlanTerms = (command: Command, whenLeftOut: string): Command => {
  command.addOption(new Option('--price <dollars>', `price per month (${whenLeftOut})`).argParser(parsePrice));
  for (const limit of PLAN_LIMITS) {
    const covers = limit === 'analytics_search_limit' ? ', and the same number of analytics summaries' : '';
    command.addOption(
      new Option(
        `--${flagOf(limit)} <requests>`,
        `requests per month and end user${covers}; 0: not covered (${whenLeftOut})`,
      ).argParser(parseWhole(0, MAX_MONTHLY_LIMIT)),
    );
  }
  return command;
};

/** The given terms. */
export function planTerms(options: PlanOptions): Partial<Omit<Plan, 'plan_id'>> {
  const terms: Partial<Record<keyof Plan, unknown>> = { plan_name: options.name, monthly_price_usd: options.price };
  for (const limit of PLAN_LIMITS) terms[limit] = options[optionNameOf(limit)];
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
}

function parsePrice(text: string): number {
  if (/^\d{1,10}(\.\d{1,2})?$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be dollars with at most two decimals, such as 49 or 49.50.');
}
