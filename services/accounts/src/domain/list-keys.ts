import type { KeyRecord, KeyStore } from './ports.ts';

/** Every key, newest first, revoked ones included. */
export const listKeys = (deps: { store: KeyStore }): Promise<KeyRecord[]> => deps.store.list();
