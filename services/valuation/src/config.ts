import { AS_OF_SETTING, MARKET_SETTINGS } from '@plat/dataset';
import { type Environment, readConfig, SERVICE_SETTINGS, serviceUrlSettings } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';

export const VALUATION_SETTINGS = Type.Object({
  ...SERVICE_SETTINGS,
  ...serviceUrlSettings(['geo']),
  ...MARKET_SETTINGS,
  ...AS_OF_SETTING,
});

export type ValuationConfig = Static<typeof VALUATION_SETTINGS>;

/** @throws ConfigError listing every mistake. */
export const readValuationConfig = (env: Environment): ValuationConfig => readConfig(VALUATION_SETTINGS, env);
