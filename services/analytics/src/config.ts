import { AS_OF_SETTING, MARKET_SETTINGS } from '@plat/dataset';
import { type Environment, readConfig, SERVICE_SETTINGS } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';

/**
 * This secret determines every published point. A change publishes each place a second time, which narrows down the
 * true one.
 */
export const OBFUSCATION_SECRET = Type.String({
  minLength: 32,
  description:
    'determines the displaced points that analytics search shows instead of true places; the same on every replica, never changed, never shared',
  examples: ['<output of: openssl rand -hex 32>'],
});

export const ANALYTICS_SETTINGS = Type.Object({
  ...SERVICE_SETTINGS,
  ...MARKET_SETTINGS,
  PLAT_OBFUSCATION_SECRET: OBFUSCATION_SECRET,
  ...AS_OF_SETTING,
});

export type AnalyticsConfig = Static<typeof ANALYTICS_SETTINGS>;

/** @throws ConfigError listing every mistake. */
export const readAnalyticsConfig = (env: Environment): AnalyticsConfig => readConfig(ANALYTICS_SETTINGS, env);
