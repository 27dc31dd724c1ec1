/** A name and mailing address on record for a buyer cluster. */
export interface OwnerAlias {
  region: string;
  buyerId: number;
  /** Normalised (docs/rules/buyers.md). */
  nameKey: string;
  /** As recorded. */
  name: string;
  /** House, street and unit, then the place: `123 MAIN ST #4|85043`. */
  mailingKey: string | null;
  /** Number of owners who receive mail there, with or without deals; null when not counted. */
  mailingOwners: number | null;
  /** Number of records with this name and address. */
  occurrences: number;
}

/** Owners that share one mailing address. */
export interface SharedAddress {
  mailingKey: string;
  buyerIds: readonly number[];
}

/** Narrows names to those that may be similar. */
export interface NameShape {
  minLength: number;
  maxLength: number;
  /** First two characters. */
  heads: readonly string[];
  /** Last two characters without the legal form. */
  tails: readonly string[];
}

/** Names of buyer clusters, as a search by name reads them. */
export interface NameBook {
  named(state: string, nameKey: string, signal: AbortSignal): Promise<OwnerAlias[]>;
  aliasesOf(state: string, buyerIds: readonly number[], signal: AbortSignal): Promise<OwnerAlias[]>;
  /** The given addresses that 2 to `maxOwners` owners share. */
  sharing(
    state: string,
    mailingKeys: readonly string[],
    maxOwners: number,
    signal: AbortSignal,
  ): Promise<SharedAddress[]>;
  /** Names with this beginning; only some of them when there are very many. */
  beginning(
    state: string,
    beginning: string,
    shape: Pick<NameShape, 'minLength' | 'maxLength'>,
    signal: AbortSignal,
  ): Promise<OwnerAlias[]>;
  /** Names that receive mail in one of the ZIP codes. */
  inZips(state: string, zips: readonly string[], shape: NameShape, signal: AbortSignal): Promise<OwnerAlias[]>;
}

/** Mailing addresses of buyer clusters. State null means all states. */
export interface MailingBook {
  mailedTo(state: string | null, mailingKeys: readonly string[], signal: AbortSignal): Promise<OwnerAlias[]>;
  /** Any unit of a building, by its keys without unit, which all begin with `street`. */
  inBuilding(
    state: string | null,
    street: string,
    buildingKeys: readonly string[],
    signal: AbortSignal,
  ): Promise<OwnerAlias[]>;
  /** @param city upper case. */
  zipsOfCity(state: string, city: string, signal: AbortSignal): Promise<string[]>;
}

export type OwnerBook = NameBook & MailingBook;
