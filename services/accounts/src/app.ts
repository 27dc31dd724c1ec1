import { createServiceApp } from '@plat/kit';
import type { AccountsDeps } from './deps.ts';
import { verifyKeyOperation } from './routes/verify-key.ts';

export { type CreatedKey, type CreateKeyRequest, createKey } from './domain/create-key.ts';
export { listKeys } from './domain/list-keys.ts';
export type { KeyRecord, KeyStore } from './domain/ports.ts';
export { type RevokedKey, revokeKey } from './domain/revoke-key.ts';

/** Who may call, with which limits: API keys and the companies that hold them. */
export const createAccountsApp = (deps: AccountsDeps) =>
  createServiceApp({
    name: 'accounts',
    log: deps.log,
    tokens: deps.tokens,
    clock: deps.clock,
    readiness: deps.readiness,
    operations: [verifyKeyOperation(deps)],
  });
