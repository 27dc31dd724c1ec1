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
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL that holds the market dataset; a read-only role is enough',
    examples: ['postgres://plat:secret@localhost:5432/plat'],
  }),
  PLAT_OBFUSCATION_SECRET: OBFUSCATION_SECRET,
  PLAT_AS_OF: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      description: 'UTC day that windows count back from; today unless given',
      examples: ['2026-01-31'],
    }),
  ),
});

export type AnalyticsConfig = Static<typeof AnalyticsSettings>;

/** @throws ConfigError listing every mistake. */
export const readAnalyticsConfig = (env: Environment): AnalyticsConfig => readConfig(AnalyticsSettings, env);
