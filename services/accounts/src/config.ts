import { type Environment, readConfig, SERVICE_SETTINGS } from '@plat/kit';
import { REDIS_URL_PATTERN } from '@plat/limits';
import { type Static, Type } from '@sinclair/typebox';

export const ACCOUNTS_SETTINGS = Type.Object({
  ...SERVICE_SETTINGS,
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL server with the accounts schema',
    examples: ['postgres://plat:secret@postgres:5432/plat'],
  }),
  REDIS_URL: Type.String({
    pattern: REDIS_URL_PATTERN,
    description: 'the Redis that gateways read; it tells them about key changes',
    examples: ['redis://redis:6379'],
  }),
});

type Settings = Static<typeof ACCOUNTS_SETTINGS>;

/** In one process the host provides key epochs, so Redis is not needed. */
export type AccountsConfig = Pick<Settings, 'DATABASE_URL' | 'PLAT_INTERNAL_SECRET' | 'PLAT_LOG_LEVEL'> &
  Partial<Pick<Settings, 'REDIS_URL' | 'PLAT_INTERNAL_SECRET_NEXT' | 'PLAT_INTERNAL_SECRET_PREVIOUS'>>;

/** @throws ConfigError listing every mistake. */
export const readAccountsConfig = (env: Environment): Settings => readConfig(ACCOUNTS_SETTINGS, env);
