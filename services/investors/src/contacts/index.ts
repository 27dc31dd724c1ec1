export { type ContactDepsOptions, createContactDeps } from './contact-deps.ts';
export {
  addSuppression,
  removeSuppression,
  type SuppressionDeps,
  type SuppressionText,
} from './domain/administer-suppressions.ts';
export type { OwnerContact } from './domain/choose-contact.ts';
export { contactStatus } from './domain/contact-status.ts';
export { countLookups } from './domain/count-lookups.ts';
export { judgeContacts } from './domain/judge-contacts.ts';
export {
  type ContactPorts,
  completeContacts,
  type KnownContact,
  knownContacts,
  recordedContacts,
} from './domain/known-contacts.ts';
export type { OwnList } from './domain/own-lists.ts';
export type { OwnerOnRecord } from './domain/owner-lookup.ts';
export {
  type AllowedContact,
  type Contact,
  nationalSnapshotIsFresh,
  type SuppressionEntry,
  type SuppressionKind,
} from './domain/suppression.ts';
export type { OwnSuppression } from './domain/suppression-entry.ts';
export { withholdContactsRoute } from './routes/withhold-contacts.ts';
export { SKIPTRACE_SETTINGS, skiptraceProviderOf } from './sources/skiptrace-settings.ts';
export { marketContacts } from './store/market-contacts.ts';
export { nameKeyOf, readPersonName } from './store/person-name.ts';
export { createPostgresSuppressionBook } from './store/suppressions.ts';
export { suppressionsByRealm } from './store/suppressions-by-realm.ts';
