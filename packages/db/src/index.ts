export * from './connect.ts';
export * from './database-error.ts';
export * from './embedded/copy-cluster.ts';
export * from './embedded/place-cluster.ts';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded/start.ts';
export * from './file-lock.ts';
export * from './migrate.ts';
export * from './replica-reads.ts';
export * from './until-aborted.ts';
