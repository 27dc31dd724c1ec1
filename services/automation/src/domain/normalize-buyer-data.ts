import { jsonMembers } from '@plat/kit';

/** Names that the documented trigger sample has for fields of the buyer record. */
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
 * everything else stays as it is, in its place and with its digits.
 * @param source JSON of the record. @returns JSON.
 */
export function normalizeBuyerData(source: string): string {
  const members = jsonMembers(source);
  const renamed = [...members].map(([name, value]) => {
    const canonical = Object.hasOwn(CANONICAL_NAMES, name) ? CANONICAL_NAMES[name] : undefined;
    return `${JSON.stringify(canonical === undefined || members.has(canonical) ? name : canonical)}:${value}`;
  });
  return `{${renamed.join(',')}}`;
}
