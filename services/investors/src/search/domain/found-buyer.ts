import type { Contact } from '../../contacts/index.ts';
import type { NearbyDeal } from '../../deals/index.ts';

/** A buyer as a search found it. The contact is what is known; what may be shown of it is asked at every read. */
export interface FoundBuyer {
  deal: NearbyDeal;
  /** Null when nobody is known behind the owner. */
  contact: Contact | null;
  /** True when the provider could not be asked and nothing else is known. */
  lookupFailed: boolean;
  /** 1 is the best. */
  rank: number;
  smartMatch: boolean;
}
