export * from './fixed-clock.ts';
export * from './test-database.ts';
