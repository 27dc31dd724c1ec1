import { openOperatorAccounts } from '@plat/accounts/deps';
import { createMemoryKeyEpochs } from '@plat/limits';

/** Compares all counters of a database with its ledger. */
export async function verifyUsage(databaseUrl: string): Promise<{ counters: number; isSound: boolean }> {
  const accounts = await openOperatorAccounts(databaseUrl, createMemoryKeyEpochs());
  try {
    const { counters, differences, countedButOpen } = await accounts.ledger.verify();
    return { counters, isSound: differences.length === 0 && countedButOpen.length === 0 };
  } finally {
    await accounts.close();
  }
}
