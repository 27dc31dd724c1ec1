import type { SavedSearchDocument, SeenBuyer } from '@plat/contracts/admin';

/** The state of a search that its person has seen. */
export interface SeenState {
  buyers: readonly SeenBuyer[];
  records_through: string | null;
}

/** Saved searches, each of one person; those of others do not exist. */
export interface SavedSearchStore {
  list(personId: string): Promise<SavedSearchDocument[]>;
  find(personId: string, id: string): Promise<(SavedSearchDocument & { buyers: SeenBuyer[] }) | null>;
  /** Null when the person has `most` already. */
  add(
    personId: string,
    search: SeenState & { name: string; query: string },
    nowMs: number,
    most: number,
  ): Promise<SavedSearchDocument | null>;
  see(personId: string, id: string, seen: SeenState, nowMs: number): Promise<SavedSearchDocument | null>;
  /** @returns false for an unknown search */
  remove(personId: string, id: string): Promise<boolean>;
}

export interface SavedDeps {
  saved: SavedSearchStore;
  nowMs(): number;
}
