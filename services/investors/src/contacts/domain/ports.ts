import type { Buyer } from '@plat/dataset';
import type { OwnerContact } from './choose-contact.ts';
import type { OwnList } from './own-lists.ts';
import type { OwnerOnRecord } from './owner-lookup.ts';
import type { Contact, SuppressionEntry, SuppressionKind } from './suppression.ts';
import type { OwnSuppression } from './suppression-entry.ts';

export interface ContactBook {
  /** Contacts under the names of buyers, by normalised name. */
  contactsFor(buyers: readonly Buyer[], signal: AbortSignal): Promise<ReadonlyMap<string, readonly OwnerContact[]>>;
}

/** The result of a lookup for one buyer. */
export interface OwnerLookupResult {
  /** Null when the provider knows nobody, or was not asked. */
  contact: Contact | null;
  /** True when the provider did not answer in a usable way. */
  failed: boolean;
}

/** Paid lookups of one company; each owner is paid once. */
export interface OwnerLookup {
  /**
   * The people behind buyers, in the given order. Buyers without a result in time have failed; only the signal makes it
   * reject.
   */
  lookUp(buyers: readonly Buyer[], signal: AbortSignal): Promise<OwnerLookupResult[]>;
}

/** A stored lookup. */
export interface KeptLookup {
  ownerKey: string;
  nameKey: string;
  /** Null when the provider knew nobody. */
  contact: Contact | null;
  lookedUpAtMs: number;
}

/** Lookups that companies have paid for; no company sees another's. */
export interface LookupStore {
  among(companyId: string, ownerKeys: readonly string[], signal: AbortSignal): Promise<KeptLookup[]>;
  /** Stores results newer than the stored ones, and deletes some from before `expiredBeforeMs`. */
  keep(companyId: string, lookups: readonly KeptLookup[], expiredBeforeMs: number): Promise<void>;
  /**
   * Claims owners before paying for them. After a claim, read the stored contacts again: others release a claim only
   * after storing what they paid for.
   * @param claimId a new id
   * @param forMs others may claim the owners after this time, unless the claim is renewed
   * @returns the keys of owners that nobody else has claimed
   */
  claim(
    claimId: string,
    companyId: string,
    ownerKeys: readonly string[],
    forMs: number,
    signal: AbortSignal,
  ): Promise<string[]>;
  /** @param forMs from now on. Owners that others have claimed since stay theirs. */
  renew(claimId: string, forMs: number): Promise<void>;
  release(claimId: string): Promise<void>;
  /** Contacts looked up for owners of these normalised names, at any mailing address. */
  named(companyId: string, nameKeys: readonly string[], signal: AbortSignal): Promise<KeptLookup[]>;
}

/** A source that charges for every owner. */
export interface SkiptraceProvider {
  /**
   * Looks up at most `batchSize` owners. The signal stops waiting and retrying, but a sent call is read to its end,
   * because it is paid.
   * @returns contacts by owner key, null for nobody; without owners that had no usable result
   * @throws Error when the provider did not answer
   */
  lookUp(owners: readonly OwnerOnRecord[], signal: AbortSignal): Promise<ReadonlyMap<string, Contact | null>>;
  batchSize: number;
}

/** A query of the do-not-contact lists. */
export interface SuppressionQuestion {
  phones: readonly string[];
  emails: readonly string[];
  /** `FIRST LAST|ZIP`, or with `*` for any ZIP code. */
  persons: readonly string[];
  /** `FIRST LAST`, upper case: people without a known ZIP code. */
  names: readonly string[];
}

/** Entries of the do-not-contact lists; those of the dataset are from one version. */
export interface SuppressionAnswer {
  entries: SuppressionEntry[];
  /** Entries of persons by name alone, in any ZIP code. */
  namesakes: SuppressionEntry[];
  /** Day of the newest national snapshot, `YYYY-MM-DD`; null when none was imported. */
  newestNationalSnapshot: string | null;
}

export interface SuppressionLists {
  ask(question: SuppressionQuestion, signal: AbortSignal): Promise<SuppressionAnswer>;
  /** Day of the newest national snapshot, `YYYY-MM-DD`; null when none was imported. */
  newestNationalSnapshot(signal: AbortSignal): Promise<string | null>;
}

/** Our own opt-outs, for operators. */
export interface SuppressionBook {
  /** @returns false when the entry exists */
  add(entry: OwnSuppression): Promise<boolean>;
  /** Newest first. @param filter.kind null for every kind */
  list(filter: { kind: SuppressionKind | null; limit: number }): Promise<OwnSuppression[]>;
  /** @param list null for every list. @returns the removed entries */
  remove(kind: SuppressionKind, value: string, list: OwnList | null): Promise<OwnSuppression[]>;
}

/** The key of an owner's contacts in the dataset. */
export type OwnerNameKey = (recordedName: string) => string;

/** Reads first and last name from a person's recorded name. */
export type PersonNameReader = (recordedName: string) => { firstName: string; lastName: string } | null;

/** Dependencies of finding the people behind buyers. */
export interface ContactPorts {
  contacts: ContactBook;
  /** Null where no provider is configured. */
  lookups: OwnerLookup | null;
  suppressions: SuppressionLists;
  readPersonName: PersonNameReader;
}

/** Dependencies of applying the lists to earlier results. */
export interface WithholdingPorts {
  contacts: ContactBook;
  /** Null where nothing was ever looked up. */
  lookups: Pick<LookupStore, 'named'> | null;
  suppressions: SuppressionLists;
  nameKeyOf: OwnerNameKey;
}
