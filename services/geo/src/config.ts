import { MARKET_SETTINGS } from '@plat/dataset';
import { type Environment, readConfig, SERVICE_SETTINGS } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';

/** Settings of geo beyond those that every service process reads; the host process uses them too. */
export const GEO_SETTINGS = {
  PLAT_GEOCODER_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description: 'base URL of a Pelias-compatible geocoder, asked when the dataset has no match',
      examples: ['http://pelias:4000'],
    }),
  ),
  PLAT_GEOCODER_TIMEOUT_MS: Type.Integer({
    minimum: 1,
    default: 3_000,
    description: 'how long the geocoder may take to answer, in milliseconds',
  }),
};

export const GeoConfig = Type.Object({
  ...SERVICE_SETTINGS,
  ...GEO_SETTINGS,
  ...MARKET_SETTINGS,
});
export type GeoConfig = Static<typeof GeoConfig>;

/** @throws ConfigError listing every mistake. */
export const readGeoConfig = (env: Environment): GeoConfig => readConfig(GeoConfig, env);
