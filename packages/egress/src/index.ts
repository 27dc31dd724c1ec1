export type { AddressPolicy } from './address-rule.ts';
export * from './delivery.ts';
export * from './egress.ts';
export * from './metrics.ts';
export { createDnsResolve, type Resolve } from './resolve.ts';
export * from './settings.ts';
export { createSigningSecret } from './sign.ts';
