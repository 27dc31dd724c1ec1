import { LegacyBuyerResult } from '@plat/contracts';
import type { AllowedContact, SuppressionLists } from '../../contacts/index.ts';
import { judgeContacts } from '../../contacts/index.ts';
import type { LegacyFoundBuyer } from './legacy-found-buyer.ts';

export interface LegacyShowing {
  /** The UTC day that decides whether the national snapshot is still valid, `YYYY-MM-DD`. */
  asOf: string;
  /** True keeps 0, false and empty text; otherwise they become null (docs/rules/earlier-api.md). */
  keepFalsy: boolean;
}

/** Buyers as callers of the earlier API see them. The do-not-contact lists are applied now. */
export async function showLegacyBuyers(
  found: readonly LegacyFoundBuyer[],
  suppressions: SuppressionLists,
  { asOf, keepFalsy }: LegacyShowing,
  signal: AbortSignal,
): Promise<LegacyBuyerResult[]> {
  const people = found.map(({ contact }) => contact);
  const judged = await judgeContacts(people, suppressions, asOf, signal);
  const items = found.map(({ facts, contact }, index) => {
    const isListed =
      contact !== null && [contact.wireless, contact.landline, contact.email].some(({ length }) => length > 0);
    return { ...facts, ...contactFields(judged[index]!, isListed) };
  });
  return items.map((item) => inDocumentedOrder(item, keepFalsy));
}

/** @param isListed true if contact data has the person; a name from the deed alone was not looked up */
function contactFields(contact: AllowedContact, isListed: boolean) {
  const { firstName, lastName, wireless, landline, email, withheldBy } = contact;
  const isResult = isListed && withheldBy !== 'lists';
  return {
    buyer_first_name: firstName,
    buyer_last_name: lastName,
    wireless_1: wireless[0] ?? null,
    wireless_2: wireless[1] ?? null,
    wireless_3: wireless[2] ?? null,
    wireless_4: wireless[3] ?? null,
    landline_1: landline[0] ?? null,
    landline_2: landline[1] ?? null,
    skiptrace_result_first_name: isResult ? firstName : null,
    skiptrace_result_last_name: isResult ? lastName : null,
    email_1: email[0] ?? null,
    email_2: email[1] ?? null,
    email_3: email[2] ?? null,
  };
}

const FIELDS = Object.keys(LegacyBuyerResult.properties) as (keyof LegacyBuyerResult)[];

/** @param keepFalsy false replaces empty text, 0 and false by null */
const inDocumentedOrder = (item: LegacyBuyerResult, keepFalsy: boolean): LegacyBuyerResult =>
  Object.fromEntries(
    FIELDS.map((field) => [field, keepFalsy ? item[field] : item[field] || null]),
  ) as unknown as LegacyBuyerResult;
