import { OBFUSCATION_SECRET } from '@plat/analytics/config';
import { AUTOMATION_OPTIONS, OPEN_ID_SETTINGS, requireOpenIdPair } from '@plat/automation/config';
import { IMPORT_SETTINGS, MAP_SETTINGS, requireSignInPair, SIGN_IN_SETTINGS } from '@plat/console/config';
import { MARKET_SETTINGS } from '@plat/dataset';
import { EGRESS_SETTINGS } from '@plat/egress';
import { AUTOMATION_HOST } from '@plat/gateway/config';
import { GEO_SETTINGS } from '@plat/geo/config';
import { INVESTORS_OPTIONS } from '@plat/investors/config';
import { type Environment, PROXY_SETTINGS, readConfig, SERVICE_SETTINGS, TLS_SETTINGS } from '@plat/kit';
import { REDIS_URL_PATTERN } from '@plat/limits';
import { type Static, Type } from '@sinclair/typebox';

export const HOST_SETTINGS = Type.Object({
  ...GEO_SETTINGS,
  ...EGRESS_SETTINGS,
  ...AUTOMATION_OPTIONS,
  ...INVESTORS_OPTIONS,
  ...MAP_SETTINGS,
  ...SIGN_IN_SETTINGS,
  ...IMPORT_SETTINGS,
  PLAT_OIDC_ISSUER: Type.Optional(OPEN_ID_SETTINGS.PLAT_OIDC_ISSUER),
  PLAT_OIDC_AUDIENCE: Type.Optional(OPEN_ID_SETTINGS.PLAT_OIDC_AUDIENCE),
  PLAT_AUTOMATION_HOST: Type.Optional(AUTOMATION_HOST),
  PLAT_LOG_LEVEL: SERVICE_SETTINGS.PLAT_LOG_LEVEL,
  PLAT_GRACE_MS: SERVICE_SETTINGS.PLAT_GRACE_MS,
  PLAT_DRAIN_MS: SERVICE_SETTINGS.PLAT_DRAIN_MS,
  PLAT_INTERNAL_SECRET: Type.Optional(SERVICE_SETTINGS.PLAT_INTERNAL_SECRET),
  PLAT_INTERNAL_SECRET_NEXT: SERVICE_SETTINGS.PLAT_INTERNAL_SECRET_NEXT,
  PLAT_INTERNAL_SECRET_PREVIOUS: SERVICE_SETTINGS.PLAT_INTERNAL_SECRET_PREVIOUS,
  PLAT_PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s/]+$',
      description: 'address under which people reach this Plat, for links; the address it listens on unless given',
      examples: ['https://plat.example.com'],
    }),
  ),
  PLAT_OBFUSCATION_SECRET: Type.Optional(OBFUSCATION_SECRET),
  PLAT_REQUIRE_HTTPS: Type.Boolean({
    default: false,
    description: 'reject plain HTTP behind a proxy that terminates TLS',
  }),
  ...TLS_SETTINGS,
  ...PROXY_SETTINGS,
  DATABASE_URL: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description: 'PostgreSQL server to use instead of the embedded one',
      examples: ['postgres://plat:secret@localhost:5432/plat'],
    }),
  ),
  DATABASE_READ_URL: MARKET_SETTINGS.DATABASE_READ_URL,
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: REDIS_URL_PATTERN,
      description: 'Redis for limits that several processes share',
      examples: ['redis://localhost:6379'],
    }),
  ),
});

/** Settings that commands read from the environment in addition to flags. */
export type HostEnvironment = Static<typeof HOST_SETTINGS>;

/** @throws ConfigError listing every mistake. */
export function readEnvironment(env: Environment = process.env): HostEnvironment {
  const environment = readConfig(HOST_SETTINGS, env);
  requireOpenIdPair(environment);
  requireSignInPair(environment);
  return environment;
}
