import { AS_OF_SETTING, MARKET_SETTINGS } from '@plat/dataset';
import { EGRESS_SETTINGS } from '@plat/egress';
import { type Environment, readConfig, SERVICE_SETTINGS, serviceUrlSettings } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';
import { SKIPTRACE_SETTINGS, skiptraceProviderOf } from './contacts/index.ts';

/** Settings that the standalone host reads too. */
export const INVESTORS_OPTIONS = {
  ...SKIPTRACE_SETTINGS,
  PLAT_WORKERS: Type.Integer({
    minimum: 0,
    maximum: 64,
    default: 4,
    description: 'background searches that one process works on at a time; 0 leaves them to other replicas',
  }),
};

export const INVESTORS_SETTINGS = Type.Object({
  ...SERVICE_SETTINGS,
  ...EGRESS_SETTINGS,
  ...INVESTORS_OPTIONS,
  ...serviceUrlSettings(['geo', 'accounts']),
  ...MARKET_SETTINGS,
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL with the market dataset, read only, and the schemas investors and investors_jobs',
    examples: ['postgres://plat:secret@localhost:5432/plat'],
  }),
  ...AS_OF_SETTING,
});

export type InvestorsConfig = Static<typeof INVESTORS_SETTINGS>;

/** @throws ConfigError that lists every mistake */
export function readInvestorsConfig(env: Environment): InvestorsConfig {
  const config = readConfig(INVESTORS_SETTINGS, env);
  skiptraceProviderOf(config);
  return config;
}
