import { ConfigError, type LogLevel } from '@plat/kit';
import { type Static, type TObject, Type } from '@sinclair/typebox';

/** Settings of the map. */
export const MAP_SETTINGS = {
  PLAT_BASE_MAP: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'base map of the console: a PMTiles file, its URL, or a template of tile URLs; states and counties unless given',
      examples: ['/srv/maps/us.pmtiles'],
    }),
  ),
  PLAT_BASE_MAP_ATTRIBUTION: Type.Optional(
    Type.String({
      description: 'text about the source of the base map, shown on the map',
      examples: ['© OpenStreetMap'],
    }),
  ),
};

/** Setting of imports by file. */
export const IMPORT_SETTINGS = {
  PLAT_IMPORT_MAX_MB: Type.Integer({
    default: 2048,
    minimum: 1,
    maximum: 1_000_000,
    description: 'largest file in megabytes that people may upload for an import',
  }),
};

/** The OpenID provider of the people. Without it they sign in by one-time links only. */
export const SIGN_IN_SETTINGS = {
  PLAT_CONSOLE_OIDC_ISSUER: Type.Optional(
    Type.String({
      pattern: '^(https://|http://(localhost|127\\.0\\.0\\.1)(:\\d+)?(/|$))',
      description: 'OpenID provider with which people sign in to the console, spelled exactly as its own issuer name',
      examples: ['https://login.example.com'],
    }),
  ),
  PLAT_CONSOLE_OIDC_CLIENT_ID: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'client id of the console at the provider; its redirect address is /console/sign-in/callback',
      examples: ['plat-console'],
    }),
  ),
  PLAT_CONSOLE_OIDC_CLIENT_SECRET: Type.Optional(
    Type.String({ minLength: 1, description: 'client secret of the console; none for a public client' }),
  ),
  PLAT_CONSOLE_OIDC_NAME: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 60,
      description: 'name of the provider on the sign-in button; the host of the issuer unless given',
      examples: ['Example Login'],
    }),
  ),
  PLAT_CONSOLE_OIDC_ROLE_CLAIM: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'claim of ID tokens with the role: owner, operator, viewer, or member:COMPANY; without it owners invite people by links',
      examples: ['plat_role'],
    }),
  ),
};

export type SignInSettings = Static<TObject<typeof SIGN_IN_SETTINGS>>;

/** @throws ConfigError if only one of issuer and client id is set. */
export function requireSignInPair(settings: SignInSettings): void {
  const { PLAT_CONSOLE_OIDC_ISSUER: issuer, PLAT_CONSOLE_OIDC_CLIENT_ID: client } = settings;
  if ((issuer === undefined) === (client === undefined)) return;
  const names = ['PLAT_CONSOLE_OIDC_ISSUER', 'PLAT_CONSOLE_OIDC_CLIENT_ID'];
  const [set, missing] = issuer === undefined ? names.reverse() : names;
  throw new ConfigError(`The configuration has mistakes:\n  ${missing}: is required, because ${set} is set`);
}

/** Settings of the console. Its host reads them, because the console runs inside of a host. */
export interface ConsoleConfig extends SignInSettings {
  DATABASE_URL: string;
  PLAT_INTERNAL_SECRET: string;
  PLAT_INTERNAL_SECRET_NEXT?: string;
  PLAT_INTERNAL_SECRET_PREVIOUS?: string;
  PLAT_LOG_LEVEL: LogLevel;
  PLAT_REQUIRE_HTTPS: boolean;
  DATABASE_READ_URL?: string;
  PLAT_BASE_MAP?: string;
  PLAT_BASE_MAP_ATTRIBUTION?: string;
}
