import type { LogLevel } from '@plat/kit';
import { Type } from '@sinclair/typebox';

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

/** Settings of the console. Its host reads them, because the console runs inside of a host. */
export interface ConsoleConfig {
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
