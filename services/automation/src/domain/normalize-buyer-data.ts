import type { BuyerData } from './trigger.ts';

/** Names that the documented trigger sample has for fields of the buyer record (doc 2 section 2, decision 85). */
const CANONICAL_NAMES: Readonly<Record<string, string>> = {
  streetAddress: 'address',
  registeredOwnerName: 'buyerRegisteredName',
  'Updated Owner Address': 'possible_buyer_address',
  'Updated Owner City': 'possible_buyer_city',
  'Updated Owner State': 'possible_buyer_state',
  'Updated Owner Zip': 'possible_buyer_zip',
};

/**
 * The record under the names of the example endpoint. A field that has both names keeps both, each with its value;
 * everything else stays as it is, in its place.
 */
export function normalizeBuyerData(buyerData: BuyerData): BuyerData {
  const renamed = Object.entries(buyerData).map(([name, value]): [string, unknown] => {
    const canonical = Object.hasOwn(CANONICAL_NAMES, name) ? CANONICAL_NAMES[name] : undefined;
    return [canonical === undefined || Object.hasOwn(buyerData, canonical) ? name : canonical, value];
  });
  return Object.fromEntries(renamed);
}
