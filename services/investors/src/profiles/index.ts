export type { ProfilesDeps } from './deps.ts';
export type { BuyerBook } from './domain/ports.ts';
