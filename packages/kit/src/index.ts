export * from './clock.ts';
export * from './errors.ts';
export * from './operation.ts';
export * from './principal.ts';
export * from './service-client.ts';
export * from './transport.ts';
