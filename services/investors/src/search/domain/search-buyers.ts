import { countLookups } from '../../contacts/index.ts';
import { type BuyerSearchFindings, type BuyerSearchQuestion, findBuyers } from './find-buyers.ts';
import type { BuyerSearchPorts } from './ports.ts';

/**
 * Finds buyers and tells whether contacts were looked up; used for waiting callers and in the background.
 * @throws AppError as `findBuyers`
 */
export async function searchBuyers(
  question: BuyerSearchQuestion,
  ports: BuyerSearchPorts,
  signal: AbortSignal,
): Promise<BuyerSearchFindings & { skiptraced: boolean }> {
  const { contacts, ran } = countLookups(ports.contacts);
  const findings = await findBuyers(question, { ...ports, contacts }, signal);
  return { ...findings, skiptraced: ran() };
}
