/** What operators can do with accounts, besides what the API offers. */
export { findCompany } from './domain/companies/find-company.ts';
export { API_KEY_KINDS, type ApiKeyKind } from './domain/keys/api-key.ts';
export { changeKey } from './domain/keys/change-key.ts';
export { type CreatedKey, type CreateKeyRequest, createKey, DEFAULT_LIMITS } from './domain/keys/create-key.ts';
export { findKey } from './domain/keys/find-key.ts';
export { keyDocument } from './domain/keys/key-document.ts';
export { listKeys } from './domain/keys/list-keys.ts';
export { revokeKey } from './domain/keys/revoke-key.ts';
export { MAX_OVERLAP_MS, rotateKey } from './domain/keys/rotate-key.ts';
export type { Actor, KeyChange, KeyRecord, KeyStore } from './domain/ports.ts';
