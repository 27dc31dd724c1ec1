/** A name and mailing address that a buyer cluster was seen under. */
export interface OwnerAlias {
  region: string;
  buyerId: number;
  /** Normalised (C.6). */
  nameKey: string;
  /** As recorded. */
  name: string;
  /** House, street and unit, then the place: `123 MAIN ST #4|85043`. */
  mailingKey: string | null;
  /** Owners who get mail there, with deals or without; null when not counted. */
  mailingOwners: number | null;
  /** How many records say so. */
  occurrences: number;
}

/** Owners that share one mailing address. */
export interface SharedAddress {
  mailingKey: string;
  buyerIds: readonly number[];
}

/** What narrows names to those that may be alike. */
export interface NameShape {
  minLength: number;
  maxLength: number;
  /** First two characters. */
  heads: readonly string[];
  /** Last two characters without the legal form. */
  tails: readonly string[];
}

/** Names of buyer clusters: what a search by name asks. */
export interface NameBook {
  named(state: string, nameKey: string, signal: AbortSignal): Promise<OwnerAlias[]>;
  aliasesOf(state: string, buyerIds: readonly number[], signal: AbortSignal): Promise<OwnerAlias[]>;
  /** Those of the addresses that 2 to `maxOwners` owners share. */
  sharing(
    state: string,
    mailingKeys: readonly string[],
    maxOwners: number,
    signal: AbortSignal,
  ): Promise<SharedAddress[]>;
  /** Names that begin so; some of them when there are very many. */
  beginning(
    state: string,
    beginning: string,
    shape: Pick<NameShape, 'minLength' | 'maxLength'>,
    signal: AbortSignal,
  ): Promise<OwnerAlias[]>;
  /** Names whose mail goes to one of the ZIP codes. */
  inZips(state: string, zips: readonly string[], shape: NameShape, signal: AbortSignal): Promise<OwnerAlias[]>;
}

/** Mailing addresses of buyer clusters. A state of null means all of them. */
export interface MailingBook {
  mailedTo(state: string | null, mailingKeys: readonly string[], signal: AbortSignal): Promise<OwnerAlias[]>;
  /** At any unit of a building, by its keys without unit, which all begin with `street`. */
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
