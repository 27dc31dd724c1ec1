import { SUBSCRIPTION_STATES, type SubscriptionState } from '@plat/contracts';
import { Argument, Option } from 'commander';

export const NONE = 'none';

export const accountArgument = () =>
  new Argument('<account>', 'name or id of the company, as listed by `plat account list`');

export type SubscriptionOption = SubscriptionState | typeof NONE;

export const subscriptionOption = () =>
  new Option(
    '--subscription <state>',
    'state in the companion application; subscriber keys work only while it is active or in trial',
  ).choices([...SUBSCRIPTION_STATES, NONE]);

/** The state, null for none, undefined without the option. */
export const subscriptionOf = (option: SubscriptionOption | undefined): SubscriptionState | null | undefined =>
  option === NONE ? null : option;
