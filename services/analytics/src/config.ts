import { type Environment, readConfig, SERVICE_SETTINGS } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';

const AnalyticsSettings = Type.Object({
  ...SERVICE_SETTINGS,
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL that holds the market dataset; a read-only role is enough',
    examples: ['postgres://plat:secret@localhost:5432/plat'],
  }),
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
