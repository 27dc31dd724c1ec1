export * from './collector.ts';
export * from './stopwatch.ts';
