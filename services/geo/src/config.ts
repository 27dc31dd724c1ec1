import { MARKET_SETTINGS } from '@plat/dataset';
import { type Environment, readConfig, SERVICE_SETTINGS } from '@plat/kit';
import { type Static, Type } from '@sinclair/typebox';

/** Geo's own settings; the host process uses them too. */
export const GEO_SETTINGS = {
  PLAT_GEOCODER_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^\\s]+$',
      description: 'base URL of a Pelias-compatible geocoder, used for addresses missing from the dataset',
      examples: ['http://pelias:4000'],
    }),
  ),
  PLAT_GEOCODER_TIMEOUT_MS: Type.Integer({
    minimum: 1,
    default: 3_000,
    description: 'timeout of the geocoder in milliseconds',
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
