export { freePort } from '@plat/db/free-ports';
export * from './eventually.ts';
export * from './filled-database.ts';
export * from './fixed-clock.ts';
export * from './geo-stand-in.ts';
export * from './keep-output.ts';
export { citusServers, type TestDatabase, testDatabase } from './test-database.ts';
export * from './test-postgres.ts';
export * from './test-redis.ts';
