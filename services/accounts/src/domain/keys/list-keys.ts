import type { KeyRecord, KeyStore } from './ports.ts';

/** All keys, or those of one company, newest first, including revoked ones. */
export const listKeys = (deps: { keys: KeyStore }, companyId?: string): Promise<KeyRecord[]> =>
  deps.keys.list(companyId);
