import { SUBSCRIPTION_STATES, type SubscriptionState } from '@plat/contracts';
import { Argument, Option } from 'commander';

export const NONE = 'none';

export const accountArgument = () =>
  new Argument('<account>', 'name or id of the company, as `plat account list` shows');

export type SubscriptionOption = SubscriptionState | typeof NONE;

export const subscriptionOption = () =>
  new Option(
    '--subscription <state>',
    'of the companion application; subscriber keys work while it is active or on trial',
  ).choices([...SUBSCRIPTION_STATES, NONE]);

/** The state, null for none, undefined when nothing was said. */
export const subscriptionOf = (option: SubscriptionOption | undefined): SubscriptionState | null | undefined =>
  option === NONE ? null : option;
