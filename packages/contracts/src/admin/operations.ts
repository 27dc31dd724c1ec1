import { listAudit } from './audit.ts';
import * as companies from './companies.ts';
import { changeDeal, changeDealBuyer, listDeals, readDeal } from './deals.ts';
import { runDoctor } from './doctor.ts';
import * as imports from './imports.ts';
import * as keys from './keys.ts';
import type { AnyAdminOperation } from './operation.ts';
import { changePerson, endSessionsOf, listPeople } from './people.ts';
import { changePlan, createPlan, listPlans } from './plans.ts';
import { compareVersions, listVersions, readCoverage, removeRecords, rollbackVersion } from './records.ts';
import { listRequests } from './requests.ts';
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  readSavedSearch,
  seeSavedSearch,
} from './saved-searches.ts';
import { beginSession, createSignInLink, endSession, readSession, readSignInWays } from './session.ts';
import { createShare, listShares, makePlaceReport, revokeShare } from './shares.ts';
import { addSuppression, listSuppressions, removeSuppression } from './suppressions.ts';
import { readUsage, readUsageReport } from './usage.ts';
import { changeSubscription, changeUser, createSubscription, createUser, listUsers, readUser } from './users.ts';
import { listWebhooks, replayFailedWebhooks, replayWebhookDelivery } from './webhooks.ts';

/** The operations that the host carries out with the functions of the commands. */
export const HOST_OPERATIONS = [
  companies.listCompanies,
  companies.readCompany,
  companies.createCompany,
  companies.changeCompany,
  companies.setCompanyLimit,
  companies.setSeat,
  keys.listKeys,
  keys.createKey,
  keys.changeKey,
  keys.rotateKey,
  keys.revokeKey,
  listPlans,
  createPlan,
  changePlan,
  listUsers,
  readUser,
  createUser,
  changeUser,
  createSubscription,
  changeSubscription,
  readUsage,
  readUsageReport,
  readCoverage,
  listVersions,
  compareVersions,
  rollbackVersion,
  removeRecords,
  imports.listImports,
  imports.readImport,
  imports.listImportLayouts,
  imports.uploadImport,
  imports.previewImport,
  imports.startImport,
  imports.removeImport,
  runDoctor,
  listDeals,
  readDeal,
  changeDeal,
  changeDealBuyer,
  listRequests,
  listWebhooks,
  replayWebhookDelivery,
  replayFailedWebhooks,
  listSuppressions,
  addSuppression,
  removeSuppression,
  listAudit,
] as const;

/** Every operation of the operator API. */
export const ADMIN_OPERATIONS: readonly AnyAdminOperation[] = [
  readSignInWays,
  readSession,
  beginSession,
  endSession,
  createSignInLink,
  listPeople,
  changePerson,
  endSessionsOf,
  createShare,
  listShares,
  revokeShare,
  makePlaceReport,
  listSavedSearches,
  readSavedSearch,
  createSavedSearch,
  seeSavedSearch,
  deleteSavedSearch,
  ...HOST_OPERATIONS,
];
