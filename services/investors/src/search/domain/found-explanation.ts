import type { BuyerExplanation, MailingAddress } from '@plat/contracts';

/**
 * Reasons for a buyer's rank at the time of the search. Contacts are not part of it, because do-not-contact lists apply
 * at every read.
 */
export interface FoundExplanation extends Pick<BuyerExplanation, 'match' | 'evidence' | 'deals_in_radius'> {
  /** Internal ids. */
  propertyId: number;
  parcelId: string;
  /** Hidden at reading once a person behind the buyer asks for deletion. */
  mailing: MailingAddress | null;
}
