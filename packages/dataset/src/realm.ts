import type { Sql } from '@plat/db';
import type { Realm } from '@plat/kit';

const SCHEMAS = { live: 'market', sample: 'market_sample' } as const;

/** The schemas of all realms. */
export const MARKET_SCHEMAS: readonly string[] = Object.values(SCHEMAS);

/** The realm of a schema; null when it is of another one. */
export const realmOfSchema = (schema: string): Realm | null =>
  (Object.keys(SCHEMAS) as Realm[]).find((realm) => SCHEMAS[realm] === schema) ?? null;

/** The PostgreSQL schema of a realm. Each realm has its own tables, versions and bookkeeping, so rows cannot mix. */
export const marketSchema = (realm: Realm): string => SCHEMAS[realm];

/** The schema of a realm, for tagged templates: `${schemaOf(sql, realm)}.version`. */
export const schemaOf = (sql: Sql, realm: Realm) => sql(SCHEMAS[realm]);

/** The channel that announces a realm's publications. */
export const publishedChannel = (realm: Realm): string => `${SCHEMAS[realm]}_published`;

/** The last day of the sample market. No setting changes it, so sample results are the same for one release of Plat. */
export const SAMPLE_AS_OF = '2026-11-23';

/** The day that a realm counts back from. @param liveDay the server's own day, YYYY-MM-DD. */
export const asOfIn = (realm: Realm, liveDay: string): string => (realm === 'sample' ? SAMPLE_AS_OF : liveDay);
