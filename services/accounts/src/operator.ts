/** Operator actions on accounts beyond the API. */
export { changeCompany } from './domain/companies/change-company.ts';
export {
  companyDetailsDocument,
  companyDocument,
  limitDocument,
  seatDocument,
} from './domain/companies/company-document.ts';
export { createCompany } from './domain/companies/create-company.ts';
export { findCompany } from './domain/companies/find-company.ts';
export type { CompanyChange, CompanyDetails, CompanyRecord } from './domain/companies/ports.ts';
export { setCompanyLimit } from './domain/companies/set-company-limit.ts';
export { setSeat } from './domain/companies/set-seat.ts';
export { API_KEY_KINDS, type ApiKeyKind } from './domain/keys/api-key.ts';
export { changeKey } from './domain/keys/change-key.ts';
export { type CreatedKey, type CreateKeyRequest, createKey, DEFAULT_LIMITS } from './domain/keys/create-key.ts';
export { findKey } from './domain/keys/find-key.ts';
export { keyDocument } from './domain/keys/key-document.ts';
export { listKeys } from './domain/keys/list-keys.ts';
export type { KeyChange, KeyRecord, KeyStore } from './domain/keys/ports.ts';
export { revokeKey } from './domain/keys/revoke-key.ts';
export { rotateKey } from './domain/keys/rotate-key.ts';
export { changePlan } from './domain/plans/change-plan.ts';
export { createPlan } from './domain/plans/create-plan.ts';
export type { PlanChange } from './domain/plans/ports.ts';
export type { Actor, AuditEntry, AuditEvent } from './domain/ports.ts';
export type { UsageDifference } from './domain/usage/ports.ts';
export { recordApplicationSearch } from './domain/usage/record-application-search.ts';
export { type UsageOverview, usageOfCompany, usageOfKey } from './domain/usage/usage-overview.ts';
export {
  type UsageReport,
  usageReport,
  usageReportCsv,
} from './domain/usage/usage-report.ts';
export type { UsageReportRow } from './domain/usage/usage-report-row.ts';
export { createApiUser } from './domain/users/create-api-user.ts';
export { createApiUserSubscription } from './domain/users/create-api-user-subscription.ts';
export { getApiUser } from './domain/users/get-api-user.ts';
export { listApiUsers } from './domain/users/list-api-users.ts';
export { updateApiUser } from './domain/users/update-api-user.ts';
export { updateApiUserSubscription } from './domain/users/update-api-user-subscription.ts';
