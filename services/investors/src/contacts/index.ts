export type { ContactsDeps } from './deps.ts';
export {
  addSuppression,
  removeSuppression,
  type SuppressionDeps,
  type SuppressionText,
} from './domain/administer-suppressions.ts';
export { StoredContact } from './domain/contact-codec.ts';
export { contactStatus } from './domain/contact-status.ts';
export { countLookups } from './domain/count-lookups.ts';
export { deletedAmong, judgeContacts } from './domain/judge-contacts.ts';
export { completeContacts, type KnownContact, knownContacts, recordedContacts } from './domain/known-contacts.ts';
export type { ContactBook, ContactPorts, SuppressionLists } from './domain/ports.ts';
export {
  type AllowedContact,
  type Contact,
  nationalSnapshotIsFresh,
  type SuppressionKind,
} from './domain/suppression.ts';
export type { OwnSuppression } from './domain/suppression-entry.ts';
export { SKIPTRACE_SETTINGS, skiptraceProviderOf } from './sources/skiptrace-settings.ts';
