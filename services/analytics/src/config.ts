import { AS_OF_SETTING, MARKET_SETTINGS } from '@plat/dataset';
import { type Environment, readConfig, SERVICE_SETTINGS } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';

/** Which published point stands for a true one follows from this secret: changing it shows every place a second time. */
export const OBFUSCATION_SECRET = Type.String({
  minLength: 32,
  description:
    'decides where analytics search shows a property instead of its true place: the same for every replica, never changed, told to nobody',
  examples: ['<output of: openssl rand -hex 32>'],
});

const AnalyticsSettings = Type.Object({
  ...SERVICE_SETTINGS,
  ...MARKET_SETTINGS,
  PLAT_OBFUSCATION_SECRET: OBFUSCATION_SECRET,
  ...AS_OF_SETTING,
});

export type AnalyticsConfig = Static<typeof AnalyticsSettings>;

/** @throws ConfigError listing every mistake. */
export const readAnalyticsConfig = (env: Environment): AnalyticsConfig => readConfig(AnalyticsSettings, env);
