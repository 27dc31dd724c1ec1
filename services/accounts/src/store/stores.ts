import type { Sql } from '@plat/db';
import type { CompanyStore } from '../domain/companies/ports.ts';
import type { IdempotencyStore } from '../domain/idempotency/ports.ts';
import type { KeyStore } from '../domain/keys/ports.ts';
import type { PlanStore } from '../domain/plans/ports.ts';
import type { AuditTrail } from '../domain/ports.ts';
import type { RequestLog } from '../domain/requests/ports.ts';
import type { EndUserStore } from '../domain/users/ports.ts';
import type { Changes } from './changes.ts';
import { createPostgresAuditTrail } from './postgres-audit-trail.ts';
import { createPostgresCompanyStore } from './postgres-company-store.ts';
import { createPostgresEndUserStore } from './postgres-end-user-store.ts';
import { createPostgresIdempotencyStore } from './postgres-idempotency-store.ts';
import { createPostgresKeyStore } from './postgres-key-store.ts';
import { createPostgresPlanStore } from './postgres-plan-store.ts';
import { createPostgresRequestLog } from './postgres-request-log.ts';

/** The stores of accounts, apart from usage. */
export interface AccountStores {
  keys: KeyStore;
  companies: CompanyStore;
  plans: PlanStore;
  users: EndUserStore;
  audit: AuditTrail;
  idempotency: IdempotencyStore;
  requests: RequestLog;
}

export const createAccountStores = (sql: Sql, changes: Changes): AccountStores => ({
  keys: createPostgresKeyStore(sql, changes),
  companies: createPostgresCompanyStore(sql, changes),
  plans: createPostgresPlanStore(sql, changes),
  users: createPostgresEndUserStore(sql, changes),
  audit: createPostgresAuditTrail(sql, changes),
  idempotency: createPostgresIdempotencyStore(sql),
  requests: createPostgresRequestLog(sql),
});
