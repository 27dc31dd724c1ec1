import type { LegacyBuyerResult } from '@plat/contracts';
import type { Contact } from '../../contacts/index.ts';

/** Contact fields of the earlier API. */
type ContactFields =
  | `wireless_${number}`
  | `landline_${number}`
  | `email_${number}`
  | 'skiptrace_result_first_name'
  | 'skiptrace_result_last_name'
  | 'buyer_first_name'
  | 'buyer_last_name';

/** A buyer that a search of the earlier API found, with falsy values unchanged. */
export interface LegacyFoundBuyer {
  facts: Omit<LegacyBuyerResult, ContactFields>;
  /** Null when nobody is known behind the owner. */
  contact: Contact | null;
}
