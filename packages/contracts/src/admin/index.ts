export { ROLES, type Role } from '../resources/roles.ts';
export {
  BUYER_STAGES,
  type BuyerStage,
  DEAL_STAGES,
  type DealBuyerDocument,
  type DealDocument,
  type DealStage,
} from './deals.ts';
export * from './document.ts';
export {
  IMPORT_STATES,
  type ImportDetails,
  type ImportDocument,
  type ImportPreview,
  type ImportState,
} from './imports.ts';
export * from './operation.ts';
export * from './operations.ts';
export type { PersonDocument } from './people.ts';
export { changePerson, endSessionsOf, listPeople } from './people.ts';
export {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  readSavedSearch,
  SAVED_SEARCHES_MAX,
  type SavedSearchDocument,
  type SeenBuyer,
  seeSavedSearch,
} from './saved-searches.ts';
export {
  beginSession,
  createSignInLink,
  endSession,
  readSession,
  readSignInWays,
  type SessionDocument,
} from './session.ts';
export {
  createShare,
  listShares,
  makePlaceReport,
  revokeShare,
  SHARE_DEFAULT_DAYS,
  type ShareDocument,
  SharedPlace,
} from './shares.ts';
