import type { InvestorDeal } from '@plat/dataset';
import type { Contact } from '../../contacts/index.ts';
import type { FoundExplanation } from './found-explanation.ts';

/** A buyer that a search found. The contact is everything known; each read decides what may be shown of it. */
export interface FoundBuyer {
  deal: InvestorDeal;
  /** Null when nobody is known behind the owner. */
  contact: Contact | null;
  /** True when the provider did not answer and no other contact is known. */
  lookupFailed: boolean;
  /** 1 is the best. */
  rank: number;
  smartMatch: boolean;
  /** Only of searches with `explain: "full"`. */
  explanation?: FoundExplanation;
}
