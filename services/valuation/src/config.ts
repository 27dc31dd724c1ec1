import { AS_OF_SETTING, MARKET_SETTINGS } from '@plat/dataset';
import { type Environment, readConfig, SERVICE_SETTINGS, serviceUrlSettings } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';

const ValuationSettings = Type.Object({
  ...SERVICE_SETTINGS,
  ...serviceUrlSettings(['geo']),
  ...MARKET_SETTINGS,
  ...AS_OF_SETTING,
});

export type ValuationConfig = Static<typeof ValuationSettings>;

/** @throws ConfigError listing every mistake. */
export const readValuationConfig = (env: Environment): ValuationConfig => readConfig(ValuationSettings, env);
