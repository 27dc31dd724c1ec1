/**
 * The tests of docs/rules/flips.md and rentals.md that the records of a deal answered. A missing field neither
 * passes nor fails a test.
 */
export const DEAL_TESTS = {
  buyer_is_seller: 'Both deeds name the party between them, and they agree.',
  absentee_mailing: "The buyer's mailing address is known and is not the property.",
  entity_buyer: 'The buyer is a company.',
  no_homestead: 'The roll names this buyer as owner and shows no owner-occupancy exemption.',
  improved: 'The roll shows a building older than the purchase, or an improved parcel.',
  resale_buyer: 'The buyer of the resale is known and unrelated.',
  buyer_history: "The buyer's settled deals decided what a young purchase counts as.",
} as const;
export type DealTest = keyof typeof DEAL_TESTS;

/** SQL list of the tests whose condition holds. */
export function testList(conditions: Readonly<Partial<Record<DealTest, string>>>): string {
  const cases = Object.entries(conditions).map(([test, condition]) => `CASE WHEN ${condition} THEN '${test}' END`);
  return `list_filter([${cases.join(', ')}], lambda test: test IS NOT NULL)`;
}
