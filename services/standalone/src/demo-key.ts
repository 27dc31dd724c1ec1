import { createHash } from 'node:crypto';
import { createKey } from '@plat/accounts';
import type { AccountsDeps } from '@plat/accounts/deps';
import { type Home, readPrivateFile, writePrivateFile } from './home.ts';

const DEMO_NAME = 'demo';

/** The key that `start` shows: a subscriber key like any other, kept in the home and used again at the next start. */
export async function demoKey(home: Home, accounts: AccountsDeps): Promise<string> {
  const kept = readPrivateFile(home.demoKeyFile);
  if (kept !== null) {
    const record = await accounts.store.findBySha256(createHash('sha256').update(kept).digest('hex'));
    if (record !== null && record.revokedAt === null && record.companyActive) return kept;
  }
  const { key } = await createKey(accounts, { kind: 'subscriber', name: DEMO_NAME });
  writePrivateFile(home.demoKeyFile, key);
  return key;
}
