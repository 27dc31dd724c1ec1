export * from './check-input.ts';
export * from './common.ts';
export * from './endpoint.ts';
export * from './errors.ts';
