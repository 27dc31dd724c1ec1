import { EGRESS_SETTINGS } from '@plat/egress';
import { ConfigError, type Environment, readConfig, SERVICE_SETTINGS } from '@plat/kit';
import { REDIS_URL_PATTERN } from '@plat/limits';
import { SIGNATURE_ALGORITHMS } from '@plat/openid';
import { type Static, Type } from '@sinclair/typebox';

/** The identity provider. Without these settings the standalone host issues tokens itself. */
export const OPEN_ID_SETTINGS = {
  PLAT_OIDC_ISSUER: Type.String({
    pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1)(:\\d+)?(/|$))',
    description: 'OpenID provider whose ID tokens set up automation keys, spelled exactly as its own issuer name',
    examples: ['https://login.example.com'],
  }),
  PLAT_OIDC_AUDIENCE: Type.String({
    minLength: 1,
    description: 'client id of this installation at the OpenID provider',
    examples: ['plat-automation'],
  }),
};

export const AUTOMATION_OPTIONS = {
  PLAT_OIDC_ALGORITHMS: Type.Array(Type.Union(SIGNATURE_ALGORITHMS.map((algorithm) => Type.Literal(algorithm))), {
    default: ['RS256', 'ES256'],
    minItems: 1,
    description: 'accepted signature algorithms of ID tokens',
  }),
  PLAT_AUTOMATION_SIGN_UP: Type.Boolean({
    default: false,
    description: 'let everyone with a valid ID token become a user; otherwise unknown users get 404',
  }),
};

export const AUTOMATION_SETTINGS = Type.Object({
  ...SERVICE_SETTINGS,
  ...EGRESS_SETTINGS,
  ...OPEN_ID_SETTINGS,
  ...AUTOMATION_OPTIONS,
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL server with the automation schema',
    examples: ['postgres://plat:secret@postgres:5432/plat'],
  }),
  REDIS_URL: Type.Optional(
    Type.String({
      pattern: REDIS_URL_PATTERN,
      description: 'required with more than one replica, so that replicas share the limits',
      examples: ['redis://redis:6379'],
    }),
  ),
});

type Settings = Static<typeof AUTOMATION_SETTINGS>;

/** In one process the host may bring its own issuer, so no provider is needed. */
export type AutomationConfig = Omit<
  Settings,
  keyof typeof OPEN_ID_SETTINGS | 'PLAT_PORT' | 'PLAT_HOST' | 'PLAT_GRACE_MS'
> &
  Partial<Settings>;

/** @throws ConfigError if only one of issuer and audience is set: ID tokens cannot be checked without both. */
export function requireOpenIdPair(settings: { PLAT_OIDC_ISSUER?: string; PLAT_OIDC_AUDIENCE?: string }): void {
  const { PLAT_OIDC_ISSUER: issuer, PLAT_OIDC_AUDIENCE: audience } = settings;
  if ((issuer === undefined) === (audience === undefined)) return;
  const [set, missing] =
    issuer === undefined ? ['PLAT_OIDC_AUDIENCE', 'PLAT_OIDC_ISSUER'] : ['PLAT_OIDC_ISSUER', 'PLAT_OIDC_AUDIENCE'];
  throw new ConfigError(`The configuration has mistakes:\n  ${missing}: is required, because ${set} is set`);
}

/** @throws ConfigError listing every mistake. */
export const readAutomationConfig = (env: Environment): Settings => readConfig(AUTOMATION_SETTINGS, env);
