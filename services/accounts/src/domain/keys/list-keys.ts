import type { KeyRecord, KeyStore } from './ports.ts';

/** Every key, or those of one company, newest first, revoked ones included. */
export const listKeys = (deps: { keys: KeyStore }, companyId?: string): Promise<KeyRecord[]> =>
  deps.keys.list(companyId);
