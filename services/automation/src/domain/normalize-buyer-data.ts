import { jsonMembers } from '@plat/kit';

/** Maps field names of the documented trigger sample to those of the buyer record. */
const CANONICAL_NAMES: Readonly<Record<string, string>> = {
  streetAddress: 'address',
  registeredOwnerName: 'buyerRegisteredName',
  'Updated Owner Address': 'possible_buyer_address',
  'Updated Owner City': 'possible_buyer_city',
  'Updated Owner State': 'possible_buyer_state',
  'Updated Owner Zip': 'possible_buyer_zip',
};

/**
 * Renames the fields of a record to those of the example endpoint. A field present under both names keeps both.
 * Everything else keeps its place and its digits.
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
